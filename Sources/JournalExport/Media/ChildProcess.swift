import Glibc

/// Runs a program with given input and output and nothing else of ours: no environment, no files.
enum ChildProcess {
    enum Outcome: Equatable, Sendable {
        case exited(Int32)
        case killed(signal: Int32)
        case timedOut
        case notStarted(errno: Int32)
    }

    static func run(
        _ program: String,
        _ arguments: [String],
        input: Int32,
        output: Int32,
        timeoutSeconds: Double
    ) -> Outcome {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        let texts = [program] + arguments
        var pointers: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        pointers.append(nil)
        var environment: [UnsafeMutablePointer<CChar>?] = [nil]
        var process: pid_t = 0
        let code = posix_spawnp(&process, program, &actions, nil, pointers, &environment)
        guard code == 0 else { return .notStarted(errno: code) }
        return wait(process, timeoutSeconds)
    }

    /// Polls with growing pauses: most children end within milliseconds, and no signal is taken over.
    private static func wait(_ process: pid_t, _ timeoutSeconds: Double) -> Outcome {
        var status: Int32 = 0
        var pause: UInt32 = 500
        var waited: Double = 0
        while true {
            let ended = waitpid(process, &status, WNOHANG)
            if ended == process { break }
            if ended < 0, errno != EINTR { return .notStarted(errno: errno) }
            if waited > timeoutSeconds {
                kill(process, SIGKILL)
                while waitpid(process, &status, 0) < 0, errno == EINTR {}
                return .timedOut
            }
            usleep(pause)
            waited += Double(pause) / 1_000_000
            pause = min(pause * 2, 20_000)
        }
        let signal = status & 0x7f
        return signal == 0 ? .exited(status >> 8 & 0xff) : .killed(signal: signal)
    }
}
