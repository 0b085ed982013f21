import type { StreamEnd } from "./streamEnds.ts"

/**
 * A server that refuses a stream says why in the security handshake, as text for people; our agent puts a code behind its sentence, so that
 * the page can say the same in the person's language.
 */

/** What the agent says of the VNC server behind it, by its code in that text. */
const serverProblems = {
  unreachable: "vncUnreachable",
  silent: "vncSilent",
  "no-vnc": "vncNone",
  security: "vncSecurity",
  password: "vncPassword",
  refused: "vncRefused",
  "key-changed": "vncKeyChanged",
  "not-near": "vncNotNear",
  plain: "vncPlain",
} as const satisfies Readonly<Record<string, StreamEnd>>
export type ServerProblem = keyof typeof serverProblems

/** The sentence, and the code for a page that knows it. */
export const refusalText = (problem: ServerProblem, sentence: string): string => `${sentence} [${problem}]`

const CODE = /\[([a-z-]+)\]$/
const isProblem = (code: string): code is ServerProblem => Object.hasOwn(serverProblems, code)

/** Any server may refuse, in words of its own. */
export const refusalIn = (text: string): StreamEnd => {
  const code = CODE.exec(text)?.[1] ?? ""
  return isProblem(code) ? serverProblems[code] : "refused"
}
