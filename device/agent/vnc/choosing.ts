import { securityTypes } from "../../../src/domain/wire/rfb/protocol.ts"
import type { VncCredentials } from "./credentials.ts"
import { VncProblem } from "./problem.ts"

/**
 * How the agent may go to its VNC server (AGENT-2): within this machine, where a seal guards nothing and the simplest works; to another one,
 * sealed; or to another one by plain text too, which the person has allowed.
 */
export type VncRoute = "here" | "sealed" | "plain"

/** The security type to take; throws a `VncProblem` where none fits. */
export const chooseSecurity = (offered: readonly number[], { password }: VncCredentials, way: VncRoute): number => {
  const { none, vncAuth, veNCrypt } = securityTypes
  const plain = password === undefined ? [none] : [vncAuth, none]
  const wanted = { here: [...plain, veNCrypt], sealed: [veNCrypt], plain: [veNCrypt, ...plain] }[way]
  const chosen = wanted.find((type) => offered.includes(type))
  if (chosen !== undefined) return chosen
  if (way === "sealed" && (offered.includes(none) || offered.includes(vncAuth)))
    throw new VncProblem(
      "plain",
      "The VNC server is on another machine and offers no seal (VeNCrypt): everybody on its network could see picture and keys. --yes-plain allows it.",
    )
  if (offered.includes(vncAuth))
    throw new VncProblem("password", "The VNC server asks for a password: start the agent with --vnc-password-file.")
  throw new VncProblem(
    "security",
    `The VNC server asks for security of an unknown type (${offered.join(", ")}); None, VncAuth and VeNCrypt are known.`,
  )
}
