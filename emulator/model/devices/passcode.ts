import { passcodeDelay, proofText } from "../../../src/domain/wire/device/passcode.ts"
import type { Device } from "./record.ts"

/** Judging the proof of a passcode. The count of wrong ones is the device's own and outlives sessions and power. */

export interface Proof {
  readonly deviceNonce: string
  readonly clientNonce: string
  readonly proof: string
  /** Names the sealed channel that it came over. */
  readonly binding: string
}

export type Judgement = "right" | "wrong-passcode" | "too-early"

export const waitMs = (device: Device, now: number): number => Math.max(0, Math.ceil(device.judgesFrom - now))

export const judge = (
  device: Device,
  given: Proof,
  now: number,
  hmac: (key: string, text: string) => string,
): Judgement => {
  if (waitMs(device, now) > 0) return "too-early"
  const { deviceNonce, clientNonce, binding } = given
  const text = proofText({ did: device.did, deviceNonce, clientNonce, binding })
  if (hmac(device.passcode, text) === given.proof) {
    forgive(device)
    return "right"
  }
  device.wrongPasscodes += 1
  device.judgesFrom = now + passcodeDelay(device.wrongPasscodes)
  return "wrong-passcode"
}

export const forgive = (device: Device): void => {
  device.wrongPasscodes = 0
  device.judgesFrom = 0
}
