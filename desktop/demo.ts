import type { Server } from "node:http"
import { join } from "node:path"
import { openIdentity } from "../device/identityFile.ts"
import { createCloudServer } from "../emulator/node/cloudServer.ts"
import { openFleet } from "../emulator/node/devices/fleet.ts"
import { defaultRegistryFolder } from "../emulator/node/devices/registryFile.ts"
import { createEmulation } from "../emulator/node/emulation.ts"
import { localSettings } from "../emulator/node/settings.ts"
import { registryFile } from "../src/domain/wire/device/registry.ts"
import { Problem, whyOf } from "./problem.ts"

/** What `--demo` starts beside the program: the mock cloud on the next port, and emulated devices on the network. */
export interface Demo {
  readonly cloud: string
  readonly console: string
  /** For `/config.json`. */
  readonly settings: object
  /** Where the bridge finds the devices of this demo. */
  readonly registry: string
  close(): Promise<void>
}

const LOOPBACK = "127.0.0.1"

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once("error", (error) =>
      reject(new Problem(`cannot listen on port ${port}, where the cloud of the demo belongs: ${whyOf(error)}`)),
    )
    server.listen(port, LOOPBACK, resolve)
  })

/** `app` is the origin of the app. */
export const startDemo = async (app: string, port: number, folder: string): Promise<Demo> => {
  const emulation = createEmulation({ scenario: "demo", seed: 1, devices: 0 })
  const server = createCloudServer(emulation, () => app)
  await listen(server, port)
  const cloud = `http://${LOOPBACK}:${port}`
  const registryFolder = defaultRegistryFolder()
  const identity = openIdentity(join(folder, "demo-devices.pem"))
  const fleet = await openFleet({ emulation, cloud, cloudPort: port, registryFolder, identity }).catch(
    (error: unknown) => {
      server.close()
      throw new Problem(`the devices of the demo cannot be started: ${whyOf(error)}`)
    },
  )
  return {
    cloud,
    console: `${cloud}/emulator/`,
    settings: { ...localSettings(cloud, ""), bridge: null },
    registry: join(registryFolder, registryFile(port)),
    close: () =>
      new Promise((resolve) => {
        fleet.close()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
