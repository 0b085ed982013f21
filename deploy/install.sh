#!/bin/sh
# Adds Sightline to the menus of this person and lets it open sightline:// links.
set -e
here=$(dirname "$(readlink -f "$0")")
apps="${XDG_DATA_HOME:-$HOME/.local/share}/applications"
mkdir -p "$apps"
# In a desktop entry a backslash is written twice, and in a quoted argument of Exec these characters have one before them.
text=$(printf '%s' "$here" | sed -e 's/\\/\\\\/g')
argument=$(printf '%s' "$here" | sed -e 's/\\/\\\\\\\\/g' -e 's/["$`]/\\\\&/g' -e 's/%/%%/g')
{
  grep -v -e '^Exec=' -e '^Icon=' "$here/sightline.desktop"
  printf 'Exec="%s/sightline" %%u\n' "$argument"
  printf 'Icon=%s/sightline.png\n' "$text"
} > "$apps/sightline.desktop"
command -v update-desktop-database >/dev/null && update-desktop-database "$apps" || true
echo "Sightline is in the menu now. To take it out: rm \"$apps/sightline.desktop\""
