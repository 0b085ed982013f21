import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { flowOfCall } from "../../emulator/simulator/people/flowSteps.ts"
import { failureKey } from "../../src/app/flows/failureKey.ts"
import type { FlowName } from "../../src/domain/features/flows/machines.ts"
import { refusalMessage } from "../../src/domain/views/messages.ts"
import { type CallName, callNames } from "../../src/domain/wire/cloud.ts"
import { refusalOf } from "../../src/domain/wire/status.ts"
import { flatten } from "../house/locales.ts"

const english = flatten(JSON.parse(readFileSync(new URL("../../locales/en.json", import.meta.url), "utf8")))

const CODE_WRONG = "The code is wrong! Please try again."
const CODE_EXPIRED = "The code is expired! Please check your email for the latest code."
const CREDENTIALS = "Invalid email or password."
const NOT_ACTIVATED = "Your account is not activated. Please reset your password to verify and activate your account."
const EXISTS = "Email already exists."
const ENDED = "Your session has ended. Please sign in again."
const SUBMIT = "Submit too often."
const REQUEST = "Request too often! Please try again later."

type Texts = Readonly<Record<number, string>>
const signUp: Texts = {
  [-100]: SUBMIT,
  [-101]: CREDENTIALS,
  [-102]: CREDENTIALS,
  [-103]: EXISTS,
  [-104]: CODE_WRONG,
  [-106]: CODE_EXPIRED,
}
const session: Texts = { [-106]: ENDED, [-109]: ENDED }
const reading: Texts = { ...session, [-100]: "Loading too fast." }
const changeEmail: Texts = { ...session, [-103]: EXISTS, [-110]: CODE_WRONG, [-111]: CODE_EXPIRED }
const deletion: Texts = { ...session, [-104]: "Invalid email.", [-110]: CODE_WRONG, [-111]: CODE_EXPIRED }
const refusals: Texts = { ...session, [-103]: EXISTS }

/**
 * The message of each status by call, written independently of the code. All others are an unknown error, or too many
 * requests.
 */
const SPECIFIED: Partial<Record<CallName, Texts>> = {
  signin: { [-100]: "Login too fast.", [-107]: NOT_ACTIVATED },
  signup: signUp,
  verify_activation: signUp,
  reset_password: { [-104]: "Invalid email.", [-106]: CODE_EXPIRED },
  verify_resetpassword_code: { [-104]: CODE_WRONG, [-106]: CODE_EXPIRED },
  loginWithToken: reading,
  get_subaccount_list: reading,
  get_main_accounts: reading,
  update_email: changeEmail,
  confirm_email_change: changeEmail,
  deactivate_request: deletion,
  deactivate_confirm: deletion,
  send_invitation: refusals,
  update_subaccount_email: refusals,
}

/** Any other refusal of an invitation, unless it is a session error, means a wrong or old code (ACCOUNT-5). */
const others: Partial<Record<CallName, string>> = {
  signin: CREDENTIALS,
  accept_invitation: "Invalid or expired invitation code.",
}

const flows: Partial<Record<CallName, FlowName>> = { ...flowOfCall, signin: "signIn" }

const STATUSES = [-100, -101, -102, -103, -104, -105, -106, -107, -108, -109, -110, -111, -121, -999, 1]

test.each(callNames)("[MSG-1] %s says for each status what is specified, in English", (call) => {
  const said = (status: number): string => {
    const tooOften = status === -100 && call !== "accept_invitation" ? REQUEST : undefined
    return (SPECIFIED[call] ?? session)[status] ?? tooOften ?? others[call] ?? "Unknown error. Please try again."
  }
  const flow = flows[call]
  for (const status of STATUSES) {
    const refusal = refusalOf(call, status)
    if (refusal === undefined) throw new Error(`${status} counts as done`)
    const text = said(status)
    expect([status, english.get(`common.error.${refusalMessage(call, refusal)}`)]).toEqual([status, text])
    if (flow !== undefined) expect([status, english.get(failureKey(flow, refusal))]).toEqual([status, text])
  }
})
