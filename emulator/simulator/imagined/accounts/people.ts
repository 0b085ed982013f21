import type { SignInForm } from "../../../../src/domain/client/accounts/flows/signIn.ts"
import { parseEmail } from "../../../../src/domain/values/email.ts"
import { parsePassword } from "../../../../src/domain/values/password.ts"
import type { ServerUrl } from "../../../../src/domain/values/serverUrl.ts"
import { md5 } from "../../browser/platform.ts"
import { PUBLIC_SERVER } from "../../network/servers.ts"

/** Who has accounts on the imagined servers. */

export const uids = ["u1", "u2"] as const
/** Mostly it is the same person. */
export const uidsUsed = ["u1", "u1", "u1", "u2"] as const
const emailOf = (uid: string): string => `${uid}@example.com`
const hashes = new Map(uids.map((uid) => [md5(emailOf(uid)), uid]))

/** Who signs in with this hash of an e-mail. */
export const uidOf = (hash: string): string | undefined => hashes.get(hash)

export const formOf = (uid: string, server: ServerUrl): SignInForm => {
  const [email, password] = [parseEmail(emailOf(uid)), parsePassword("imagined word")]
  if (!email.ok || !password.ok) throw new TypeError(`${uid} cannot sign in`)
  const serverType = server === PUBLIC_SERVER ? "public" : "private"
  return { email: email.value, password: password.value, serverType, server }
}
