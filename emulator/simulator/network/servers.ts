import { normalEmail } from "../../../src/domain/values/email.ts"
import { parseServerUrl, type ServerUrl } from "../../../src/domain/values/serverUrl.ts"
import { DEMO_OWNER } from "../../model/scenario/scenario.ts"
import { type WorldModel as Cloud, createWorld } from "../../model/world.ts"
import { md5 } from "../browser/platform.ts"

/** The clouds of a simulation: a public and a private one with accounts of the same people. */

const server = (text: string): ServerUrl => {
  const parsed = parseServerUrl(text)
  if (!parsed.ok) throw new TypeError(`${text} is no server`)
  return parsed.value
}

export const PUBLIC_SERVER = server("https://cloud.example")
export const PRIVATE_SERVER = server("https://private.example")

/**
 * Both clouds start from one seed, so that accounts and devices have the same ids on both: code that identifies an
 * account by the uid alone confuses them. Their tokens differ.
 */
export const makeServers = (seed: number, devices: number, now: number): Map<ServerUrl, Cloud> => {
  const fresh = { md5, seed, scenario: "demo", now, devices } as const
  const [open, own] = [createWorld(fresh), createWorld(fresh)]
  own.handle("reset_password", { email: md5(normalEmail(DEMO_OWNER)) }, now)
  return new Map([
    [PUBLIC_SERVER, open],
    [PRIVATE_SERVER, own],
  ])
}
