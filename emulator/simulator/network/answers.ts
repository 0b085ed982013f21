import type { HttpAnswer } from "../../../src/domain/wire/answer.ts"
import type { CloudAnswer } from "../../model/cloud/cloud.ts"
import type { Prng } from "../prng.ts"
import type { NetworkFault } from "./faults.ts"

/** Answers as the network delivers them: whole, damaged, or somebody else's. */

const HTTP_OK = 200
/** A status that no list of codes has: nothing was done, for an unknown reason. */
export const STATUS_OF_NO_CALL = -999

export const bodyOf = (reply: unknown) => ({ status: HTTP_OK, text: JSON.stringify(reply) })

/** What a broken server, or a captive portal before it, answers in the place of a reply. */
export const brokenAnswers: Readonly<Record<"http-500" | "http-html", HttpAnswer>> = {
  "http-500": { status: 500, text: undefined },
  "http-html": { status: HTTP_OK, text: "<!doctype html><title>Sign in to this network</title>" },
}

/** A body that is JSON, but not what the call answers. */
const bend = (reply: CloudAnswer["reply"], dice: Prng): unknown => {
  const key = dice.pick(Object.keys(reply))
  return dice.pick([null, [reply], {}, { ...reply, [key]: { $: reply[key] } }, { ...reply, status: "0" }])
}

/** The answer as it comes out of the network. */
export const damaged = (fault: NetworkFault | undefined, reply: CloudAnswer["reply"], dice: Prng): HttpAnswer => {
  if (fault === "wrong-shape") return bodyOf(bend(reply, dice))
  const { status, text } = bodyOf(reply)
  return { status, text: fault === "truncate" ? text.slice(0, dice.below(text.length)) : text }
}
