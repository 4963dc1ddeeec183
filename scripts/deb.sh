#!/bin/bash
# Makes a Debian package of the built command.
#
# Usage: deb.sh BUILD_FOLDER OUT_FOLDER
# DEBFULLNAME and DEBEMAIL name the maintainer, SOURCE_DATE_EPOCH the time of its files (else that of the last commit).
set -euo pipefail

build=${1:?usage: deb.sh BUILD_FOLDER OUT_FOLDER}
out=${2:?usage: deb.sh BUILD_FOLDER OUT_FOLDER}
version=$("$build/journal" --version | awk '{print $2}')
architecture=$(dpkg --print-architecture)
maintainer="${DEBFULLNAME:-The journal authors} <${DEBEMAIL:-journal@packages.invalid}>"
epoch=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
export SOURCE_DATE_EPOCH=$epoch

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
umask 022
root=$work/root
bash scripts/install.sh "$build" "$root" /usr >/dev/null
mkdir -p "$root/usr/share/zsh/vendor-completions" "$root/usr/share/doc/journal" "$root/DEBIAN" \
    "$root/usr/share/lintian/overrides"
mv "$root/usr/share/zsh/site-functions/_journal" "$root/usr/share/zsh/vendor-completions/_journal"
rmdir "$root/usr/share/zsh/site-functions"
find "$root/usr/share/man" -type f -exec gzip -9n {} +

date=$(LC_ALL=C date -u -R -d "@$epoch")
{
    echo "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/"
    echo "Upstream-Name: journal"
    echo
    echo "Files: *"
    echo "Copyright: $(date -u -d "@$epoch" +%Y) ${DEBFULLNAME:-The journal authors}"
    echo "License: Apache-2.0"
    echo " On Debian systems the text of the Apache License, version 2.0, is in"
    echo " /usr/share/common-licenses/Apache-2.0."
} >"$root/usr/share/doc/journal/copyright"
{
    echo "journal ($version) unstable; urgency=medium"
    echo
    echo "  * See CHANGELOG.md."
    echo
    echo " -- $maintainer  $date"
} | gzip -9n >"$root/usr/share/doc/journal/changelog.gz"
# The Swift runtime is linked in; its own parts are those that lintian knows from other packages.
echo "journal: embedded-library *" >"$root/usr/share/lintian/overrides/journal"

# What the programs link against, with the versions that are there; HarfBuzz, ICU and fonts are opened for books alone.
mkdir -p "$work/debian"
printf 'Source: journal\n\nPackage: journal\nArchitecture: any\n' >"$work/debian/control"
depends=$(cd "$work" && dpkg-shlibdeps -O --ignore-missing-info \
    -e"$root/usr/bin/journal" -e"$root/usr/libexec/journal/journal-decode" 2>/dev/null | sed 's/^shlibs:Depends=//')
icu=$(dpkg-query -W -f '${Package}\n' 'libicu[0-9]*' | grep -v dev | head -1)
cat >"$root/DEBIAN/control" <<CONTROL
Package: journal
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du -sk --exclude=DEBIAN "$root" | cut -f1)
Depends: $depends
Recommends: libharfbuzz0b, libharfbuzz-subset0, ${icu:-libicu72}, libdeflate0, fonts-noto-core, fonts-noto-cjk, fonts-noto-color-emoji, fonts-noto-mono, hyphen-en-us
Suggests: less
Section: text
Priority: optional
Description: private journal that gives itself back as a book
 A diary for one person, kept on this machine alone: entries with photos,
 places and tags in one folder, with every version, a trash and undo. It reads
 exports of Day One, searches text of any script, and makes EPUB, PDF, Markdown
 and JSON. Backups are incremental, encrypted when asked, and proven by
 restoring them.
 It needs no account and opens no network connection.
CONTROL
(cd "$root" && find . -path ./DEBIAN -prune -o -type f -printf '%P\0' | sort -z | xargs -0 md5sum >DEBIAN/md5sums)
find "$root" -exec touch --no-dereference --date="@$epoch" {} +
mkdir -p "$out"
dpkg-deb --root-owner-group --build "$root" "$out/journal_${version}_$architecture.deb" >/dev/null
echo "$out/journal_${version}_$architecture.deb"
