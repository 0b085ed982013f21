import { openIdentity } from "../../device/identityFile.ts"
import { DEMO_OWNER, DEMO_PASSCODE, DEMO_PASSWORD } from "../model/scenario/scenario.ts"
import type { AppMode } from "../node/app.ts"
import { type DataFile, openDataFile } from "../node/dataFile.ts"
import { defaultRegistryFolder } from "../node/devices/registryFile.ts"
import { createEmulation } from "../node/emulation.ts"
import { keyFile, type Stack, startStack } from "../node/stack.ts"
import { asLine, BadUse, CommandFailed } from "./flags.ts"
import { type LoggedWorld, worldOf } from "./log/world.ts"
import type { WantedWorld } from "./wanted.ts"

/** The common part of `npm start` and `npm run emulate`: the whole stack, from its start to its end. */

/** The line about a start from a data file, with the flags that the file overrides. */
const continued = ({ data, beginnings }: WantedWorld): string =>
  beginnings.length === 0
    ? `  Continued from ${data}`
    : `  Continued from ${data}: the file wins over ${beginnings.join(" and ")}`

/** The line about the devices on the network: the span of their addresses, or one address and many ports. */
const devicesLine = ({ fleet }: Stack): readonly string[] => {
  const endpoints = fleet?.endpoints() ?? []
  const [first, last] = [endpoints[0], endpoints.at(-1)]
  if (first === undefined || last === undefined) return []
  const where = first.address === last.address ? first.address : `${first.address} to ${last.address}`
  return [
    `  Devices   ${endpoints.length} on the network at ${where}, port ${first.port}, passcode ${DEMO_PASSCODE} where a device asks for one`,
  ]
}

interface StartedWith {
  readonly saved: boolean
  readonly demo: boolean
  readonly logged: LoggedWorld | undefined
}

const loggedLines = ({ email, faults }: LoggedWorld): readonly string[] => [
  email === null
    ? "  Nobody was signed in there: the world is what was on the network, and has no account."
    : `  Sign in as ${email}, password ${DEMO_PASSWORD}`,
  ...faults.map(
    ({ match, fault, times = 1 }) =>
      `  Fault     ${fault} on ${[match?.path ?? "any call", ...(match?.did === undefined ? [] : [match.did])].join(" of ")}, ${times} times, as in the log`,
  ),
]

const tell = (stack: Stack, wanted: WantedWorld, started: StartedWith): void => {
  const { app, cloud, console: page, bridge } = stack.urls
  const lines = [
    "",
    ...(app === null ? [] : [`  App       ${app}`]),
    `  Cloud     ${cloud}   API document ${cloud}/docs`,
    `  Console   ${page}`,
    `  Bridge    ${bridge}   connects the app to the local network`,
    ...devicesLine(stack),
    "",
    ...(started.logged !== undefined
      ? loggedLines(started.logged)
      : started.demo
        ? [
            `  Sign in as ${DEMO_OWNER}, password ${DEMO_PASSWORD}`,
            "  sub@example.com shares devices, new@example.com is not activated; the password is the same.",
          ]
        : ["  There is no account yet. Sign up in the app; the code is in the mail of the console."]),
    ...(wanted.data === undefined ? [] : [started.saved ? continued(wanted) : `  Saved in ${wanted.data}`]),
    "  End with Ctrl+C.",
    "",
  ]
  console.log(lines.join("\n"))
  console.log(`ready ${JSON.stringify({ ...stack.urls, token: wanted.token })}`)
}

const serve = async (
  wanted: WantedWorld,
  data: DataFile | undefined,
  appMode: AppMode,
  ended: Promise<void>,
): Promise<void> => {
  const logged = wanted.from === undefined ? undefined : await worldOf(wanted.from, wanted.at, wanted.seed, Date.now())
  const emulation = createEmulation(
    logged === undefined ? (data?.saved ?? wanted) : { snapshot: logged.snapshot, offsetMs: 0 },
  )
  for (const fault of logged?.faults ?? []) emulation.faults.add(fault)
  data?.keep(emulation)
  const registryFolder = defaultRegistryFolder()
  // The data file keeps the key like accounts and devices, so that a bridge that trusted these devices trusts them
  // after a restart.
  const identity = data?.identity ?? openIdentity(keyFile())
  const devices = { registryFolder, identity }
  const stack = await startStack({ emulation, port: wanted.port, token: wanted.token, appMode, devices, ended })
  if (stack === undefined) return
  const { accounts } = emulation.world().view(emulation.clock.now())
  const demo = accounts.some(({ email }) => email === DEMO_OWNER)
  tell(stack, wanted, { saved: data?.saved !== undefined, demo, logged })
  await ended
  await stack.close()
  data?.close()
}

/** Serves until `ended`, which may come before the start is complete. */
export const run = async (wanted: WantedWorld, appMode: AppMode, ended: Promise<void>): Promise<void> => {
  try {
    await serve(wanted, wanted.data === undefined ? undefined : openDataFile(wanted.data), appMode, ended)
  } catch (error) {
    if (error instanceof BadUse) throw error
    throw new CommandFailed(asLine(error))
  }
  // An open socket or timer may not keep a finished process alive.
  process.exit(0)
}
