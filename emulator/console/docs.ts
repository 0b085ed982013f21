import { copyButton } from "./copying.ts"
import { byId } from "./dom.ts"
import { prepareTheme } from "./theme.ts"

/**
 * The page of the API document: filters calls, copies them as commands, and runs them against the mock that serves it.
 */

/** Values for the words in braces of an example, once the demo account has a session. */
type Filling = ReadonlyMap<string, string>

const STATUS_DONE = 0
const SIGN_IN = "/api/v2/signin"
const DEVICES = "/api/v2/loginWithToken"
const SUB_ACCOUNTS = "/api/v2/get_subaccount_list"
const WORD = /\{(uid|token|did|accountId)\}/g

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined
const textOf = (value: unknown, name: string): string => {
  const field = fieldOf(value, name)
  return typeof field === "string" ? field : ""
}
const firstId = (list: unknown): string => (Array.isArray(list) ? textOf(list[0], "id") : "")

const post = async (path: string, body: string): Promise<{ readonly status: number; readonly text: string }> => {
  const response = await fetch(path, { method: "POST", body, headers: { "content-type": "application/json" } })
  return { status: response.status, text: await response.text() }
}
const answerTo = async (path: string, body: object): Promise<unknown> =>
  JSON.parse((await post(path, JSON.stringify(body))).text)

/** The session lasts as long as the page. A new one begins when it has ended. */
let session: { readonly uid: string; readonly token: string } | undefined

const signedIn = async (): Promise<{ readonly uid: string; readonly token: string }> => {
  if (session !== undefined) {
    const known = await answerTo(DEVICES, { ...session, isWeb: true })
    if (fieldOf(known, "status") === STATUS_DONE) {
      session = { uid: session.uid, token: textOf(known, "token") }
      return session
    }
  }
  const { email = "", password = "" } = byId("docs").dataset
  const answer = await answerTo(SIGN_IN, { email, password })
  if (fieldOf(answer, "status") !== STATUS_DONE) throw new Error("The demo account cannot sign in here.")
  session = { uid: textOf(answer, "uid"), token: textOf(answer, "token") }
  return session
}

const filling = async (body: string): Promise<Filling> => {
  const wanted = new Set([...body.matchAll(WORD)].map(([, word = ""]) => word))
  if (wanted.size === 0) return known
  const { uid, token } = await signedIn()
  const filled = new Map([
    ["uid", uid],
    ["token", token],
  ])
  if (wanted.has("did")) {
    const listed = await answerTo(DEVICES, { uid, token, isWeb: true })
    const renewed = textOf(listed, "token")
    if (renewed !== "") {
      session = { uid, token: renewed }
      filled.set("token", renewed)
    }
    filled.set("did", firstId(fieldOf(listed, "devices")))
  }
  if (wanted.has("accountId")) {
    const listed = await answerTo(SUB_ACCOUNTS, { uid, token: filled.get("token") })
    filled.set("accountId", firstId(fieldOf(listed, "accounts")))
  }
  return filled
}

const filledIn = (body: string, filled: Filling): string =>
  body.replaceAll(WORD, (whole, word: string) => filled.get(word) ?? whole)

const readable = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** The values of the last run, so that a command copied afterwards works unchanged. */
let known: Filling = new Map()

const run = async (path: string, body: string): Promise<string> => {
  known = await filling(body)
  const { status, text } = await post(path, filledIn(body, known))
  return `HTTP ${status}\n${readable(text)}`
}

const shell = (path: string, body: string): string =>
  `curl -X POST ${location.origin}${path} -H 'content-type: application/json' -d '${body.replaceAll("'", "'\\''")}'`
const script = (path: string, body: string): string =>
  `await (await fetch("${location.origin}${path}", { method: "POST", body: JSON.stringify(${body}) })).json()`

const prepareForm = (form: HTMLFormElement): void => {
  const [body, answer, row] = [form.querySelector("textarea"), form.querySelector("pre"), form.querySelector(".row")]
  const { path } = form.dataset
  if (body === null || answer === null || row === null || path === undefined) return
  row.append(
    copyButton(() => shell(path, filledIn(body.value, known)), "as curl", "Copy curl"),
    copyButton(() => script(path, filledIn(body.value, known)), "as JavaScript", "Copy JavaScript"),
  )
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    answer.hidden = false
    answer.textContent = "Asking"
    run(path, body.value).then(
      (text) => {
        answer.textContent = text
      },
      (error: unknown) => {
        answer.textContent = error instanceof Error ? error.message : String(error)
      },
    )
  })
}

/** Shows only the calls that contain the search text, with their groups and links. */
const sift = (written: string): void => {
  const wanted = written.trim().toLowerCase()
  let found = 0
  for (const section of document.querySelectorAll<HTMLElement>("main section")) {
    const description =
      `${section.id} ${section.querySelector(".about")?.textContent ?? section.textContent ?? ""}`.toLowerCase()
    section.hidden = !description.includes(wanted)
    if (!section.hidden) found += 1
    const link = document.querySelector<HTMLElement>(`.doc-links a[href="#${section.id}"]`)?.closest("li")
    if (link !== null && link !== undefined) link.hidden = section.hidden
  }
  for (const name of document.querySelectorAll<HTMLElement>(".doc-links .group-name"))
    name.hidden = name.nextElementSibling?.querySelector("li:not([hidden])") === null
  for (const group of document.querySelectorAll<HTMLElement>("main .group"))
    group.hidden = group.querySelector("section:not([hidden])") === null
  byId("none-found").hidden = found > 0
}

prepareTheme()
for (const form of document.querySelectorAll<HTMLFormElement>("form.try")) prepareForm(form)
const filter = byId("call-filter")
filter.addEventListener("input", () => {
  if (filter instanceof HTMLInputElement) sift(filter.value)
})
