import { USER_KEY } from "../../../src/domain/features/session/savedUser.ts"
import { normalEmail } from "../../../src/domain/values/email.ts"
import type { ServerUrl } from "../../../src/domain/values/serverUrl.ts"
import type { WorldModel as Cloud } from "../../model/world.ts"
import type { People } from "../people/people.ts"
import type { Prng } from "../prng.ts"
import type { LocalStorage } from "./localStorage.ts"
import { md5 } from "./platform.ts"

/** The saved user of another client or an earlier release: no log has that session (AUTH-4). */

export interface Remembered {
  readonly server: ServerUrl
  readonly uid: string
  readonly token: string
}

/** Signs a person in at a server and leaves the saved user. Returns it. */
export const rememberUser = (
  servers: ReadonlyMap<string, Cloud>,
  storage: LocalStorage,
  people: People,
  dice: Prng,
  now: number,
): Remembered | undefined => {
  const form = people.drawForm(dice, false)
  if (form === undefined) return undefined
  const { email, password, server, serverType } = form
  const body = { email: md5(normalEmail(email)), password: md5(password) }
  const { uid, token, name } = servers.get(server)?.handle("signin", body, now).reply ?? {}
  if (typeof uid !== "string" || typeof token !== "string") throw new TypeError(`${email} cannot sign in`)
  const user = { id: uid, uid, email, name, token, createdAt: now, loginAt: now, type: "main", status: "active" }
  storage.values.set("serverType", serverType)
  if (serverType === "private") storage.values.set("serverUrl", server)
  storage.values.set(USER_KEY, JSON.stringify(user))
  return { server, uid, token }
}
