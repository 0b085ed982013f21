import { execFileSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"

/**
 * The words of an Exec line by the Desktop Entry Specification: first the escapes of a value, then quotes and codes.
 */
const wordsOf = (line: string): readonly string[] => {
  const value = line.replace(/\\(.)/g, "$1")
  return [...value.matchAll(/"((?:\\.|[^"\\])*)"|(\S+)/g)].map(([, quoted, plain = ""]) =>
    (quoted?.replace(/\\(.)/g, "$1") ?? plain).replaceAll("%%", "%"),
  )
}

test("[DESK-6] the installer writes an entry that starts the program, whatever its folder is named", () => {
  for (const name of ["plain", "My Apps & more", "a|b", "back\\slash", '"quoted"', "$HOME `id`", "100 %u", "عربي"]) {
    const around = mkdtempSync(join(tmpdir(), "sightline-install-"))
    onTestFinished(() => rmSync(around, { recursive: true }))
    const folder = join(around, name)
    mkdirSync(folder)
    const deploy = join(import.meta.dirname, "../../deploy")
    for (const file of ["install.sh", "sightline.desktop"]) cpSync(join(deploy, file), join(folder, file))
    execFileSync("sh", [join(folder, "install.sh")], { env: { ...process.env, XDG_DATA_HOME: join(folder, "data") } })
    const entry = readFileSync(join(folder, "data/applications/sightline.desktop"), "utf8")
    const fieldOf = (key: string) => new RegExp(`^${key}=(.*)$`, "m").exec(entry)?.[1] ?? ""
    expect(wordsOf(fieldOf("Exec"))).toEqual([join(folder, "sightline"), "%u"])
    expect(fieldOf("Icon").replaceAll("\\\\", "\\")).toBe(join(folder, "sightline.png"))
  }
})
