import { spawn } from "node:child_process"
import { parseCode } from "../src/domain/values/code.ts"

/** Links into the program (`sightline://`), and links out of it. */

/** In the form that the system delivers. Unlike in a browser, `..` is not resolved. */
const LINK = /^sightline:\/\/(devices|invitation)\/([^/?#]+)\/?$/i
/** Longer than the name of any device and any code. */
const NAME_MAX = 128
/** The app's server refuses these characters in an address, so no device has them in its name. */
const NAME = /^(?!\.)[^/\\\p{Cc}]+$/u

const decoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** The path of the app that a link opens. Null for any other text. */
export const pathOfLink = (link: string): string | null => {
  const [, screen, text = ""] = LINK.exec(link) ?? []
  const named = decoded(text)
  if (screen === undefined || named === null || named.length > NAME_MAX || !NAME.test(named)) return null
  if (screen.toLowerCase() === "devices") return `/devices/${encodeURIComponent(named)}`
  const code = parseCode(named)
  // After `#`, so that no log and no server sees it.
  return code.ok ? `/invitation#${code.value}` : null
}

/**
 * True for addresses that the system may open: pages and mail, but nothing that starts a program or attaches a file.
 */
export const mayOpenOutside = (address: string): boolean => {
  if (!URL.canParse(address)) return false
  const { protocol, searchParams } = new URL(address)
  if (protocol === "mailto:") return ![...searchParams.keys()].some((name) => /^attach/i.test(name))
  return protocol === "http:" || protocol === "https:"
}

const OPENERS: Partial<Readonly<Record<NodeJS.Platform, (address: string) => readonly [string, readonly string[]]>>> = {
  darwin: (address) => ["open", [address]],
  // `start` would read the address as a command line; this command takes it as one word.
  win32: (address) => ["rundll32", ["url.dll,FileProtocolHandler", address]],
}

/** Opens an address in the system's own program for it. */
export const openOutside = (address: string, say: (line: string) => void): void => {
  if (!mayOpenOutside(address)) {
    say(`A link was not opened, because only web pages and mail are: ${address}`)
    return
  }
  const { href } = new URL(address)
  const [command, args] = (OPENERS[process.platform] ?? ((at: string) => ["xdg-open", [at]] as const))(href)
  const child = spawn(command, [...args], { stdio: "ignore", detached: true })
  child.on("error", (error) => say(`${href} cannot be opened, because ${command} is missing (${error.message}).`))
  child.unref()
}
