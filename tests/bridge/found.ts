import type { FakeDevice } from "./fakeDevice.ts"
import type { TestPage } from "./running.ts"

/** Lets the page find the device by a scan, as a person would. */
export const find = async (page: TestPage, device: FakeDevice): Promise<void> => {
  page.send({ type: "scan_network", targets: [device.target] })
  await page.wait("devices_discovered", ({ devices }) => devices.some(({ id }) => id === device.id))
}
