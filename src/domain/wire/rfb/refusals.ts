import type { StreamEnd } from "./streamEnds.ts"

/**
 * A server that refuses a stream gives the reason in the security handshake, as text for people. Our agent adds a code
 * to its sentence, so that the page can show the reason in the person's language.
 */

/** The agent's reports about the VNC server behind it, by their code in that text. */
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

/** The sentence, with the code for a page that knows it. */
export const refusalText = (problem: ServerProblem, sentence: string): string => `${sentence} [${problem}]`

const CODE = /\[([a-z-]+)\]$/
const isProblem = (code: string): code is ServerProblem => Object.hasOwn(serverProblems, code)

/** Any server may refuse, with a text of its own. */
export const refusalIn = (text: string): StreamEnd => {
  const code = CODE.exec(text)?.[1] ?? ""
  return isProblem(code) ? serverProblems[code] : "refused"
}
