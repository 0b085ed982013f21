import { randomBytes } from "node:crypto"
import { type Scenario, scenarios } from "../model/scenario/names.ts"
import { BadUse, type Flags } from "./flags.ts"

/**
 * The flags of `npm start` and `npm run emulate`. This file loads nothing of the product, so that wrong flags and
 * `--help` get their answer at once.
 */

export const USAGE =
  "[--port 4173] [--scenario demo|empty] [--seed 1] [--devices N] [--data FILE | --from LOG [--at SEQ]] [--token T]"

const PORT = 4_173
/** The stack uses this port and the next two. */
const PORT_MAX = 65_533
const DEVICES_MAX = 100_000
const TOKEN_BYTES = 16
const TOKEN = /^[A-Za-z0-9._~-]{1,128}$/

export interface WantedWorld {
  readonly port: number
  readonly scenario: Scenario
  readonly seed: number
  readonly devices: number
  readonly data: string | undefined
  /** A recorded log from which the world is made, at its end or at one of its events. */
  readonly from: string | undefined
  readonly at: number | undefined
  readonly token: string
  /** Given flags that describe the start. A data file overrides them. */
  readonly beginnings: readonly string[]
}

/** Throws `BadUse` with one line. */
export const readWanted = (flags: Flags): WantedWorld => {
  const scenario = flags.choice("scenario", scenarios)
  const seed = flags.integer("seed", { min: 0, max: 0xffff_ffff })
  const devices = flags.integer("devices", { min: 0, max: DEVICES_MAX })
  const given = Object.entries({ scenario, seed, devices }).filter(([, value]) => value !== undefined)
  const wanted = {
    port: flags.integer("port", { min: 0, max: PORT_MAX }) ?? PORT,
    scenario: scenario ?? "demo",
    seed: seed ?? 1,
    devices: devices ?? 0,
    beginnings: given.map(([name]) => `--${name}`),
    data: flags.text("data"),
    from: flags.text("from"),
    at: flags.integer("at", { min: 1, max: Number.MAX_SAFE_INTEGER }),
    token: flags.text("token") ?? randomBytes(TOKEN_BYTES).toString("hex"),
  }
  flags.end()
  if (wanted.from !== undefined && (wanted.data !== undefined || scenario !== undefined || devices !== undefined))
    throw new BadUse("--from builds the world from a log and cannot be combined with --data, --scenario or --devices")
  if (wanted.at !== undefined && wanted.from === undefined) throw new BadUse("--at needs --from")
  if (!TOKEN.test(wanted.token)) throw new BadUse("--token takes letters, digits and . _ ~ - only, at most 128")
  if (wanted.devices > 0 && wanted.scenario === "empty")
    throw new BadUse("--devices needs an account to belong to, and --scenario empty has none")
  return wanted
}
