import type { CallContext } from "../cloud/records.ts"
import { stageDemo } from "./demo.ts"
import { generateDevices } from "./generate.ts"
import type { Scenario } from "./names.ts"

export { DEMO_OWNER, DEMO_PASSCODE, DEMO_PASSWORD } from "./demo.ts"

/**
 * Sets the scenario up in an empty state, and adds `devices` generated devices on this network for its first account.
 */
export const stage = (context: CallContext, scenario: Scenario, devices: number): void => {
  if (scenario === "demo") stageDemo(context)
  if (devices > 0) generateDevices(context, { count: devices, kind: "cloud", near: true })
}
