import type { Branded } from "./parsed.ts"
import type { ServerUrl } from "./serverUrl.ts"

/** Lower-case hexadecimal MD5, the form of passwords and e-mails for the cloud (AUTH-4). Never in an event. */
export type Md5 = Branded<string, "Md5">
export const isMd5 = (text: string): text is Md5 => /^[0-9a-f]{32}$/.test(text)

/** An account everywhere in Sightline: server and uid (AUTH-13). */
export interface Account {
  readonly server: ServerUrl
  readonly uid: string
}

/** One text for one account. The server has no space in it, so no two accounts share a key. */
export type AccountKey = Branded<string, "AccountKey">
export const isAccountKey = (text: string): text is AccountKey => text.includes(" ")
export const accountKey = (account: Account): AccountKey => {
  const key = `${account.server} ${account.uid}`
  if (!isAccountKey(key)) throw new Error("an account key always holds a space")
  return key
}
