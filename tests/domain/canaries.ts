import { createHash } from "node:crypto"
import * as fc from "fast-check"
import type { Respond } from "./tabs.ts"

/** A secret of each kind, and a cloud that receives some and knows the others. */

export const md5 = (text: string): string => createHash("md5").update(text).digest("hex")

/** Different words and digits for each secret, so that a find shows which one it is. */
export const WORDS = [
  "password",
  "newPassword",
  "token",
  "renewed",
  "flowToken",
  "passcode",
  "wrongPasscode",
  "bridge",
] as const
export const CODES = ["mailed", "invited", "entered", "pairing"] as const
type Secret = (typeof WORDS)[number] | (typeof CODES)[number]
export type Secrets = Readonly<Record<Secret, string>>

export const secrets: fc.Arbitrary<Secrets> = fc
  .record({
    words: fc.uniqueArray(fc.string({ unit: fc.constantFrom(..."QXZqxz7"), minLength: 12, maxLength: 20 }), {
      minLength: WORDS.length,
      maxLength: WORDS.length,
    }),
    codes: fc.uniqueArray(fc.string({ unit: fc.constantFrom(..."1379"), minLength: 6, maxLength: 6 }), {
      minLength: CODES.length,
      maxLength: CODES.length,
    }),
  })
  .map(({ words, codes }) => {
    const word = (name: (typeof WORDS)[number]) => words[WORDS.indexOf(name)] ?? ""
    const code = (name: (typeof CODES)[number]) => codes[CODES.indexOf(name)] ?? ""
    return {
      password: word("password"),
      newPassword: word("newPassword"),
      token: word("token"),
      renewed: word("renewed"),
      flowToken: word("flowToken"),
      passcode: word("passcode"),
      wrongPasscode: word("wrongPasscode"),
      bridge: word("bridge"),
      mailed: code("mailed"),
      invited: code("invited"),
      entered: code("entered"),
      pairing: code("pairing"),
    }
  })

/**
 * A fixed value for each secret. With these, and a cloud that always answers well, each secret reaches its proper
 * place.
 */
export const fixed: Secrets = {
  password: "XZqxQXZqxQa1",
  newPassword: "XZqxQXZqxQb2",
  token: "XZqxQXZqxQc3",
  renewed: "XZqxQXZqxQd4",
  flowToken: "XZqxQXZqxQe5",
  passcode: "XZqxQXZqxQf6",
  wrongPasscode: "XZqxQXZqxQg7",
  bridge: "XZqxQXZqxQh8",
  mailed: "137913",
  invited: "137931",
  entered: "139713",
  pairing: "139731",
}

export const ANSWERS = ["good", "good", "good", "echoing", "refused", "broken", "none"] as const
export type AnswerKind = (typeof ANSWERS)[number]

/** A cloud that answers properly, adds every secret that it received or knows, refuses, or sends unreadable bytes. */
export const cloud =
  (known: Secrets, answers: readonly AnswerKind[]): Respond =>
  ({ call, body }) => {
    const turn = answers[Math.abs(call.length * 7 + Object.keys(body).length) % answers.length] ?? "good"
    const good = goodAnswer(call, known)
    switch (call === "signin" ? "echoing" : turn) {
      case "good":
        return good
      case "echoing":
        return {
          ...good,
          ...known,
          echo: body,
          status: 0,
          token: Reflect.get(good, "token"),
          code: Reflect.get(good, "code"),
        }
      case "refused":
        return { status: -104, message: JSON.stringify([body, known]) }
      case "broken":
        return { status: JSON.stringify(body), token: [known.token], [known.flowToken]: known.token }
      case "none":
        return null
    }
  }

const goodAnswer = (call: string, { token, renewed, flowToken, invited }: Secrets): object => {
  switch (call) {
    case "signin":
      return { status: 0, name: "Owner", uid: "u1", token }
    case "loginWithToken": {
      const desk = { id: "d1", name: "Desk", model: 1, lastSeen: 0, flags: 4, build: 0 }
      return { status: 0, uid: "u1", token: renewed, devices: [desk], subdevices: [] }
    }
    case "send_invitation":
      return { status: 0, code: invited }
    case "get_main_accounts":
      return { status: 0, result: [] }
    case "get_subaccount_list":
      return { status: 0, devices: [], accounts: [] }
    default:
      return { status: 0, token: flowToken }
  }
}
