import type { HttpAnswer } from "../../../src/domain/wire/answer.ts"
import type { CloudAnswer } from "../../model/cloud/cloud.ts"
import type { Prng } from "../prng.ts"
import type { NetworkFault } from "./faults.ts"

/** Answers after the network: intact, damaged, or another person's. */

const HTTP_OK = 200
/** A status that is in no list of codes: the call had no effect, for an unknown reason. */
export const STATUS_OF_NO_CALL = -999

export const bodyOf = (reply: unknown) => ({ status: HTTP_OK, text: JSON.stringify(reply) })

/** The answer of a broken server, or of a captive portal before it. */
export const brokenAnswers: Readonly<Record<"http-500" | "http-html", HttpAnswer>> = {
  "http-500": { status: 500, text: undefined },
  "http-html": { status: HTTP_OK, text: "<!doctype html><title>Sign in to this network</title>" },
}

/** A JSON body that is no reply of the call. */
const bend = (reply: CloudAnswer["reply"], dice: Prng): unknown => {
  const key = dice.pick(Object.keys(reply))
  return dice.pick([null, [reply], {}, { ...reply, [key]: { $: reply[key] } }, { ...reply, status: "0" }])
}

/** The answer after the damage of the network. */
export const damaged = (fault: NetworkFault | undefined, reply: CloudAnswer["reply"], dice: Prng): HttpAnswer => {
  if (fault === "wrong-shape") return bodyOf(bend(reply, dice))
  const { status, text } = bodyOf(reply)
  return { status, text: fault === "truncate" ? text.slice(0, dice.below(text.length)) : text }
}

const isList = (value: unknown): value is readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "object" && item !== null)

/** A list with one wrong item: without a field, with a null field or one of another type, or doubled. */
export const uneven = (reply: CloudAnswer["reply"], dice: Prng): CloudAnswer["reply"] => {
  const lists = Object.entries(reply).filter(([, value]) => isList(value))
  if (lists.length === 0) return reply
  const [name, list] = dice.pick(lists)
  if (!isList(list)) return reply
  const at = dice.below(list.length)
  const { ...item } = list[at]
  const key = dice.pick(Object.keys(item))
  const { [key]: value, ...rest } = item
  const odd = dice.pick([[rest], [{ ...rest, [key]: null }], [{ ...rest, [key]: { $: value } }], [item, item]])
  return { ...reply, [name]: list.toSpliced(at, 1, ...odd) }
}
