import type { FakeDevice } from "./fakeDevice.ts"
import type { TestPage } from "./running.ts"

/** Has the page find the device, as a person would by a search. */
export const find = async (page: TestPage, device: FakeDevice): Promise<void> => {
  page.send({ type: "scan_network", targets: [device.target] })
  await page.wait("devices_discovered", ({ devices }) => devices.some(({ id }) => id === device.id))
}
