import { parseLanTarget } from "../../src/domain/values/address.ts"
import { hostAt, hostCount, type LanTarget, type Unscannable, unscannable } from "../../src/domain/values/lanTarget.ts"
import { DEVICE_PORT } from "../../src/domain/values/limits.ts"
import type { Endpoint } from "../../src/domain/wire/device/endpoint.ts"

/** The addresses of a scan, expanded one by one, because `10.*.*.*` has 16 million of them (LAN-5). */
export interface Targets {
  readonly total: number
  endpoints(): Generator<Endpoint>
}

export type BadTarget = "invalid_target" | "target_too_wide"

const refusals: Readonly<Record<Unscannable, BadTarget>> = { tooWide: "target_too_wide", noHosts: "invalid_target" }

const readEndpoint = (text: string): Endpoint | undefined => {
  const match = /^(?:\[([^\]]+)\]|([^:]+))(?::([0-9]+))?$/.exec(text)
  const address = match?.[1] ?? match?.[2]
  if (address === undefined) return undefined
  return { address, port: match?.[3] === undefined ? DEVICE_PORT : Number(match[3]) }
}

function* endpointsOf(target: LanTarget): Generator<Endpoint> {
  const total = hostCount(target)
  for (let index = 0; index < total; index += 1) {
    const endpoint = readEndpoint(hostAt(target, index))
    if (endpoint !== undefined) yield endpoint
  }
}

/** All targets one after the other, or the fault of the first bad one. */
export const expandTargets = (texts: readonly string[]): Targets | BadTarget => {
  const targets: LanTarget[] = []
  for (const text of texts) {
    const target = parseLanTarget(text)
    if (!target.ok) return "invalid_target"
    const refusal = unscannable(target.value)
    if (refusal !== null) return refusals[refusal]
    targets.push(target.value)
  }
  return {
    total: targets.reduce((sum, target) => sum + hostCount(target), 0),
    endpoints: function* () {
      for (const target of targets) yield* endpointsOf(target)
    },
  }
}
