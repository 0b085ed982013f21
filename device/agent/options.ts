import { readFileSync, statSync } from "node:fs"
import { isIP } from "node:net"
import { parseArgs } from "node:util"
import { DEVICE_PORT } from "../../src/domain/values/limits.ts"
import { type Mac, parseMac } from "../../src/domain/values/mac.ts"
import { parseName } from "../../src/domain/values/name.ts"
import { typedSecret } from "../../src/domain/values/typedValue.ts"
import { isLoopback, isNear } from "./addresses.ts"
import type { AgentOptions } from "./agent.ts"
import { defaultFolder } from "./stateFile.ts"
import { readVncPassword } from "./vncPassword.ts"

/** The flags of `npm run device`. Each mistake gives one line. */

export const USAGE = `npm run device -- --vnc HOST:PORT --name N [--vnc-password-file F] [--vnc-user U] [--passcode-file F] [--mac M]
                  [--listen ADDRESS] [--port N] [--config FOLDER] [--cloud URL] [--yes-plain]
  --vnc                the VNC server, a port of this machine or of a private network
  --name               what the device is called; at most 32 bytes
  --vnc-password-file  a file with the server's password, as text or as vncpasswd writes it
  --vnc-user           the user, for servers that ask for one
  --passcode-file      a file with the passcode of the device; required beyond loopback
  --mac                the computer that a wake is for
  --listen             where the device answers (127.0.0.1); 0.0.0.0 for every network of this machine
  --port               its UDP and TCP port (${DEVICE_PORT}); 0 takes a free one
  --config             the folder of its key, one an agent
  --cloud              the server that gets a heartbeat each minute, and may rename the device
  --yes-plain          allows plain text to a VNC server or cloud of another machine, and a VNC server beyond private networks`

export class BadOptions extends Error {}

const PORT_MAX = 65_535
const SECRET_MAX_BYTES = 1_024
const LISTEN = "127.0.0.1"
const OTHERS = 0o077

const flags = {
  vnc: { type: "string" },
  name: { type: "string" },
  "vnc-password-file": { type: "string" },
  "vnc-user": { type: "string" },
  "passcode-file": { type: "string" },
  mac: { type: "string" },
  listen: { type: "string" },
  port: { type: "string" },
  config: { type: "string" },
  cloud: { type: "string" },
  "yes-plain": { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const

const readFlags = (args: readonly string[]) => {
  try {
    const { values, tokens } = parseArgs({ args: [...args], options: flags, strict: true, tokens: true })
    const names = tokens.flatMap((token) => (token.kind === "option" ? [token.name] : []))
    const twice = names.find((name, at) => names.indexOf(name) !== at)
    if (twice !== undefined) throw new Error(`--${twice} is given twice`)
    return values
  } catch (error) {
    throw new BadOptions(error instanceof Error ? (error.message.split("\n", 1)[0] ?? "") : String(error))
  }
}
type Flags = ReturnType<typeof readFlags>

const needed = (flag: string, value: string | undefined): string => {
  if (value === undefined || value === "") throw new BadOptions(`--${flag} is missing`)
  return value
}

const portOf = (flag: string, text: string, least: number): number => {
  const port = /^[0-9]{1,5}$/.test(text) ? Number(text) : -1
  if (port >= least && port <= PORT_MAX) return port
  throw new BadOptions(`--${flag} takes a port from ${least} to ${PORT_MAX}, not "${text}"`)
}

const HOST_AND_PORT = /^(?:\[(?<v6>[0-9A-Fa-f:.%]+)\]|(?<name>[A-Za-z0-9._-]+)):(?<port>[0-9]+)$/

const serverOf = (text: string): { readonly host: string; readonly port: number } => {
  const found = HOST_AND_PORT.exec(text)?.groups
  const host = found?.v6 ?? found?.name
  if (found?.port === undefined || host === undefined)
    throw new BadOptions(`--vnc takes HOST:PORT, 127.0.0.1:5900 for one, not "${text}"`)
  return { host, port: portOf("vnc", found.port, 1) }
}

const nameOf = (text: string): string => {
  const name = parseName(text)
  if (name.ok) return name.value
  throw new BadOptions(name.reason === "nameEmpty" ? "--name is empty" : "--name takes at most 32 bytes")
}

const macOf = (text: string | undefined): Mac | null => {
  if (text === undefined) return null
  const mac = parseMac(text)
  if (mac.ok) return mac.value
  throw new BadOptions(`--mac takes an address like 02:00:00:00:00:01, not "${text}"`)
}

const listenOf = (text: string | undefined): string => {
  const address = text ?? LISTEN
  if (isIP(address) === 0) throw new BadOptions(`--listen takes an IP address, not "${address}"`)
  if (address === "0.0.0.0" || address === "::" || isNear(address)) return address
  throw new BadOptions(`--listen takes a loopback or private address, or 0.0.0.0, not "${address}"`)
}

/** The server's origin. Beyond this machine it must use https, unless plain text is allowed (AGENT-2). */
const cloudOf = (text: string | undefined, mayBePlain: boolean): string | undefined => {
  if (text === undefined) return undefined
  const url = URL.parse(text)
  if (url === null || !["http:", "https:"].includes(url.protocol) || url.username !== "" || url.password !== "")
    throw new BadOptions(`--cloud takes an address like https://cloud.example, not "${text}"`)
  const isHere = url.hostname === "localhost" || isLoopback(url.hostname.replace(/^\[|\]$/g, ""))
  if (url.protocol === "https:" || isHere || mayBePlain) return url.origin
  throw new BadOptions(
    `--cloud ${url.origin} is plain text beyond this machine: take https, or allow it by --yes-plain`,
  )
}

/** Names a file that others may read, but uses it: the person may have a reason. */
const readSecret = (flag: string, path: string, say: (line: string) => void): Buffer => {
  try {
    const { size, mode } = statSync(path)
    if (size > SECRET_MAX_BYTES) throw new Error(`it has more than ${SECRET_MAX_BYTES} bytes`)
    if (process.platform !== "win32" && (mode & OTHERS) !== 0) say(`Other users of this machine may open ${path}.`)
    return readFileSync(path)
  } catch (error) {
    throw new BadOptions(`--${flag}: cannot read ${path}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** The first line. */
const readPasscode = (path: string | undefined, say: (line: string) => void): string => {
  if (path === undefined) return ""
  const [first = ""] = readSecret("passcode-file", path, say).toString("utf8").split(/\r?\n/, 1)
  // Read by the same rule as the typed passcode of the dialog, so that both can match.
  const line = typedSecret(first)
  if (line === "") throw new BadOptions(`--passcode-file: ${path} is empty`)
  return line
}

const passwordOf = (path: string | undefined, say: (line: string) => void): string | undefined => {
  if (path === undefined) return undefined
  const password = readVncPassword(readSecret("vnc-password-file", path, say))
  if (password === "") throw new BadOptions(`--vnc-password-file: ${path} is empty`)
  return password
}

const optionsOf = (wanted: Flags, say: (line: string) => void): AgentOptions => {
  const vnc = needed("vnc", wanted.vnc)
  const server = serverOf(vnc)
  const name = nameOf(needed("name", wanted.name))
  const mac = macOf(wanted.mac)
  const address = listenOf(wanted.listen)
  const mayBePlain = wanted["yes-plain"] === true
  const port = wanted.port === undefined ? DEVICE_PORT : portOf("port", wanted.port, 0)
  const passcode = readPasscode(wanted["passcode-file"], say)
  if (passcode === "" && !isLoopback(address))
    throw new BadOptions(`--listen ${address} reaches beyond this machine: that needs a passcode (--passcode-file)`)
  return {
    vnc: { ...server, mayBePlain },
    cloud: cloudOf(wanted.cloud, mayBePlain),
    vncUser: wanted["vnc-user"],
    vncPassword: passwordOf(wanted["vnc-password-file"], say),
    name,
    passcode,
    mac,
    listen: { address, port },
    folder: wanted.config ?? defaultFolder(vnc),
    say,
  }
}

/** `help` for `--help`. Throws `BadOptions`. */
export const readOptions = (args: readonly string[], say: (line: string) => void): AgentOptions | "help" => {
  const wanted = readFlags(args)
  return wanted.help === true ? "help" : optionsOf(wanted, say)
}
