import { securityTypes } from "../../../src/domain/wire/rfb/protocol.ts"
import type { VncCredentials } from "./credentials.ts"
import { VncProblem } from "./problem.ts"

/**
 * The allowed ways to the VNC server (AGENT-2). `here`: within this machine, where encryption protects nothing and the
 * simplest type will do. `sealed`: to another machine, encrypted. `plain`: also unencrypted, because the person has
 * allowed it.
 */
export type VncRoute = "here" | "sealed" | "plain"

/** The security type to use. Throws a `VncProblem` when none fits. */
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
