import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { ROOT } from "./files.ts"
import { flatten } from "./locales.ts"

/** Messages with fixed English words, by key, because other software and manuals quote them. */
const FIXED = {
  "common.error.tooOften": "Request too often! Please try again later.",
  "common.error.tooOftenRequest": "Request too often! Please try again later.",
  "common.error.tooOftenLogin": "Login too fast.",
  "common.error.tooOftenSubmit": "Submit too often.",
  "common.error.tooOftenLoading": "Loading too fast.",
  "common.error.invalidEmail": "Invalid email.",
  "common.error.unknown": "Unknown error. Please try again.",
  "common.error.connect": "Could not connect to server. Please try again.",
  "common.error.codeWrong": "The code is wrong! Please try again.",
  "common.error.codeExpired": "The code is expired! Please check your email for the latest code.",
  "common.error.notActivated":
    "Your account is not activated. Please reset your password to verify and activate your account.",
  "common.error.invalidCredentials": "Invalid email or password.",
  "common.error.signInFailed": "Failed to sign in.",
  "common.error.emailExists": "Email already exists.",
  "common.error.invitationInvalid": "Invalid or expired invitation code.",
  "common.error.pasteFailed": "Failed to paste from clipboard.",
  "common.error.firmwareConnect": "Failed to connect to update server.",
  "common.error.firmwareUpToDate": "Firmware is already up to date.",
  "common.error.disconnectFailed": "Failed to disconnect from main account.",
  "common.error.resetSettingsFailed": "Failed to reset settings.",
  "common.invalid.invalidEmail": "Please enter a valid email address",
  "common.invalid.passwordsDiffer": "Passwords do not match",
  "common.invalid.sameEmail": "The new email address must be different from the current one.",
  "common.invalid.deviceNameTooLong": "The device name must not exceed 32 characters in UTF-8 format.",
  "common.invalid.allRequired": "Please fill in all fields.",
  "common.invalid.invalidServerUrl": "Please enter a valid server URL.",
  "common.invalid.invalidAddress": "Invalid IP address or subnet format.",
  "common.invalid.subnetExists": "Subnet already exists in the list.",
  "common.invalid.codeRequired": "Please enter the verification code.",
} as const

test("[MSG-1] the fixed messages keep their English words", () => {
  const english = flatten(JSON.parse(readFileSync(join(ROOT, "locales/en.json"), "utf8")))
  expect(Object.fromEntries(Object.keys(FIXED).map((key) => [key, english.get(key)]))).toEqual(FIXED)
})
