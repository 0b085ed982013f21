import type { Server } from "node:http"
import { join } from "node:path"
import { DEMO_OWNER, DEMO_PASSCODE, DEMO_PASSWORD } from "../emulator/model/scenario/scenario.ts"
import { createCloudServer } from "../emulator/node/cloudServer.ts"
import { type DataFile, openDataFile } from "../emulator/node/dataFile.ts"
import { openFleet } from "../emulator/node/devices/fleet.ts"
import { defaultRegistryFolder } from "../emulator/node/devices/registryFile.ts"
import { createEmulation } from "../emulator/node/emulation.ts"
import { localSettings } from "../emulator/node/settings.ts"
import type { Endpoint } from "../src/domain/wire/device/endpoint.ts"
import { registryFile } from "../src/domain/wire/device/registry.ts"
import { Problem, sentenceOf, whyOf } from "./problem.ts"

/** The parts that `--demo` starts in addition: the mock cloud on the next port, and emulated devices on the network. */
export interface Demo {
  readonly cloud: string
  readonly console: string
  /** How to sign in and open a device. */
  readonly hint: string
  /** For `/config.json`. */
  readonly settings: object
  /** The registry file in which the bridge finds the devices of this demo. */
  readonly registry: string
  close(): Promise<void>
}

const LOOPBACK = "127.0.0.1"
/** A second demo on this computer uses other addresses. */
const hintOf = (devices: readonly Endpoint[]): string => {
  const nets = new Set(devices.map(({ address }) => address.replace(/\.\d+$/, ".*")))
  const where =
    nets.size === 0
      ? ""
      : ` Devices answer at ${[...nets].join(", ")}, passcode ${DEMO_PASSCODE} where one asks for it.`
  return `Sign in as ${DEMO_OWNER}, password ${DEMO_PASSWORD}.${where}`
}

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once("error", (error) =>
      reject(new Problem(`cannot listen on port ${port}, where the cloud of the demo belongs: ${whyOf(error)}`)),
    )
    server.listen(port, LOOPBACK, resolve)
  })

/** Accounts, sessions and devices of the demo outlive the program, like the window's data about them. */
const openData = (folder: string): DataFile => {
  try {
    return openDataFile(join(folder, "demo.json"))
  } catch (error) {
    throw new Problem(`the demo cannot go on: ${sentenceOf(error)}`)
  }
}

/** `app` is the origin of the app. `say` receives a line when data could not be saved at the end. */
export const startDemo = async (
  app: string,
  port: number,
  folder: string,
  say: (line: string) => void,
): Promise<Demo> => {
  const data = openData(folder)
  const endData = (): void => {
    try {
      data.close()
    } catch (error) {
      say(sentenceOf(error))
    }
  }
  const emulation = createEmulation(data.saved ?? { scenario: "demo", seed: 1, devices: 0 })
  const server = createCloudServer(emulation, () => app)
  const cloud = `http://${LOOPBACK}:${port}`
  const registryFolder = defaultRegistryFolder()
  try {
    data.keep(emulation)
    await listen(server, port)
    const { identity } = data
    const fleet = await openFleet({ emulation, cloud, cloudPort: port, registryFolder, identity }).catch(
      (error: unknown) => {
        throw new Problem(`the devices of the demo cannot be started: ${sentenceOf(error)}`)
      },
    )
    return {
      cloud,
      console: `${cloud}/emulator/`,
      hint: hintOf(fleet.endpoints()),
      settings: { ...localSettings(cloud, ""), bridge: null },
      registry: join(registryFolder, registryFile(port)),
      close: async () => {
        fleet.close()
        await new Promise((resolve) => {
          server.close(resolve)
          server.closeAllConnections()
        })
        endData()
      },
    }
  } catch (error) {
    server.close()
    endData()
    throw error
  }
}
