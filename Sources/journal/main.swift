import Glibc
import JournalCLI

exit(await Program.run(CommandLine.arguments))
