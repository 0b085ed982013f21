import { randomBytes } from "node:crypto"
import { DEMO_OWNER, DEMO_PASSCODE, DEMO_PASSWORD, type Scenario, scenarios } from "../model/scenario/scenario.ts"
import type { AppMode } from "../node/app.ts"
import { type DataFile, openDataFile } from "../node/dataFile.ts"
import { defaultRegistryFolder } from "../node/devices/registryFile.ts"
import { createEmulation } from "../node/emulation.ts"
import { type Stack, startStack } from "../node/stack.ts"
import { asLine, BadUse, CommandFailed, type Flags } from "./flags.ts"
import { type LoggedWorld, worldOf } from "./log/world.ts"

/** What `npm start` and `npm run emulate` have in common: the whole stack from flags to the end. */

export const USAGE =
  "[--port 4173] [--scenario demo|empty] [--seed 1] [--devices N] [--data FILE | --from LOG [--at SEQ]] [--token T]"

const PORT = 4_173
/** Two more ports follow the first. */
const PORT_MAX = 65_533
const DEVICES_MAX = 100_000
const TOKEN_BYTES = 16
const TOKEN = /^[A-Za-z0-9._~-]{1,128}$/

interface Wanted {
  readonly port: number
  readonly scenario: Scenario
  readonly seed: number
  readonly devices: number
  readonly data: string | undefined
  /** A recorded log that the world is made of, at its end or at one of its events. */
  readonly from: string | undefined
  readonly at: number | undefined
  readonly token: string
  /** Flags given that say how to begin: of no use when a data file says how to go on. */
  readonly beginnings: readonly string[]
}

const read = (flags: Flags): Wanted => {
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

/** How it went on from a data file, and what that makes of other flags. */
const continued = ({ data, beginnings }: Wanted): string =>
  beginnings.length === 0
    ? `  Continued from ${data}`
    : `  Continued from ${data}: the file wins over ${beginnings.join(" and ")}`

/** Where devices are on the network: the span of their addresses, or one address and many ports. */
const devicesLine = ({ fleet }: Stack): readonly string[] => {
  const places = fleet?.places() ?? []
  const [first, last] = [places[0], places.at(-1)]
  if (first === undefined || last === undefined) return []
  const where = first.address === last.address ? first.address : `${first.address} to ${last.address}`
  return [
    `  Devices   ${places.length} on the network at ${where}, port ${first.port}, passcode ${DEMO_PASSCODE} where a device asks for one`,
  ]
}

interface Told {
  readonly saved: boolean
  readonly demo: boolean
  readonly logged: LoggedWorld | undefined
}

const loggedLines = ({ email, faults }: LoggedWorld): readonly string[] => [
  `  Sign in as ${email}, password ${DEMO_PASSWORD}`,
  ...faults.map(
    ({ match, fault, times = 1 }) =>
      `  Fault     ${fault} on ${[match?.path ?? "any call", ...(match?.did === undefined ? [] : [match.did])].join(" of ")}, ${times} times, as in the log`,
  ),
]

const tell = (stack: Stack, wanted: Wanted, told: Told): void => {
  const { app, cloud, console: page, bridge } = stack.urls
  const lines = [
    "",
    ...(app === null ? [] : [`  App       ${app}`]),
    `  Cloud     ${cloud}   API document ${cloud}/docs`,
    `  Console   ${page}`,
    `  Bridge    ${bridge}   connects the app to the local network`,
    ...devicesLine(stack),
    "",
    ...(told.logged !== undefined
      ? loggedLines(told.logged)
      : told.demo
        ? [
            `  Sign in as ${DEMO_OWNER}, password ${DEMO_PASSWORD}`,
            "  sub@example.com shares devices, new@example.com is not activated; the password is the same.",
          ]
        : ["  There is no account yet. Sign up in the app; the code is in the mail of the console."]),
    ...(wanted.data === undefined ? [] : [told.saved ? continued(wanted) : `  Saved in ${wanted.data}`]),
    "  End with Ctrl+C.",
    "",
  ]
  console.log(lines.join("\n"))
  console.log(`ready ${JSON.stringify({ ...stack.urls, token: wanted.token })}`)
}

/** Resolves on SIGINT or SIGTERM; a second one ends the process at once. */
const untilSignal = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve())
  })

const serve = async (wanted: Wanted, data: DataFile | undefined, appMode: AppMode): Promise<void> => {
  const ended = untilSignal()
  const logged = wanted.from === undefined ? undefined : await worldOf(wanted.from, wanted.at, wanted.seed, Date.now())
  const emulation = createEmulation(
    logged === undefined ? (data?.saved ?? wanted) : { snapshot: logged.snapshot, offsetMs: 0 },
  )
  for (const fault of logged?.faults ?? []) emulation.faults.add(fault)
  data?.keep(emulation)
  const devices = { registryFolder: defaultRegistryFolder() }
  const stack = await startStack({ emulation, port: wanted.port, token: wanted.token, appMode, devices, ended })
  if (stack === undefined) return
  const { accounts } = emulation.world().view(emulation.clock.now())
  const demo = accounts.some(({ email }) => email === DEMO_OWNER)
  tell(stack, wanted, { saved: data?.saved !== undefined, demo, logged })
  await ended
  await stack.close()
  data?.close()
}

export const run = async (flags: Flags, appMode: AppMode): Promise<void> => {
  const wanted = read(flags)
  try {
    await serve(wanted, wanted.data === undefined ? undefined : openDataFile(wanted.data), appMode)
  } catch (error) {
    if (error instanceof BadUse) throw error
    throw new CommandFailed(asLine(error))
  }
  // Nothing that is still open may keep a finished process alive.
  process.exit(0)
}
