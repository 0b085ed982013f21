import type { Page } from "playwright"
import { expect, test } from "vitest"
import { button, heading, installed } from "./screen.ts"
import { startWorld } from "./world.ts"

/** The installed app and the limits of its rights. */

const world = startWorld({ isStored: true })

/** PNG: width and height are at bytes 16 and 20. */
const sizeOf = (png: Buffer): string => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`

test("[UX-2] manifest, icons and service worker make it installable", async () => {
  const person = await world.person()
  const page = await person.open("/signin")
  const { request } = person.context
  const href = await page.locator("link[rel=manifest]").getAttribute("href")
  const manifest = await (await request.get(href ?? "")).json()
  expect(manifest).toMatchObject({ name: "Sightline", start_url: "/", scope: "/", display: "standalone" })
  expect(manifest.icons.map((icon: { purpose?: string }) => icon.purpose)).toContain("maskable")
  for (const { src, sizes, type } of manifest.icons) {
    const answer = await request.get(src)
    expect([src, answer.status(), answer.headers()["content-type"]]).toEqual([src, 200, type])
    if (type === "image/png") expect(sizeOf(await answer.body())).toBe(sizes)
  }
  expect(manifest.icons.map((icon: { sizes: string }) => icon.sizes)).toEqual(
    expect.arrayContaining(["192x192", "512x512"]),
  )
  await installed(page)
  const worker = await page.evaluate(async () => {
    const { active, scope } = await navigator.serviceWorker.ready
    return { script: active?.scriptURL, scope }
  })
  expect(worker).toEqual({ script: `${world.stack.app}/sw.js`, scope: `${world.stack.app}/` })
  const session = await person.context.newCDPSession(page)
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors")
  // A browser never installs an app from a private window.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito")).toEqual([])
})

test("[UX-2][EVENT-4] clearing the data of this site under an open page is not taken for an update", async () => {
  const { page } = await world.atDevices()
  await installed(page)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  const session = await page.context().newCDPSession(page)
  await session.send("Storage.clearDataForOrigin", { origin: world.stack.app, storageTypes: "all" })
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
  await page.getByText("The log in this browser was deleted.").first().waitFor()
  await expect.poll(() => page.getByText("Sightline was updated in another tab.").count()).toBe(0)
  await page.getByRole("button", { name: "Reload", exact: true }).first().click()
  // A new log, in which the tab has no account.
  await page.getByText("Sign in to see your bound devices").waitFor()
})

const policyOf = async (page: Page): Promise<string> => {
  const answer = await page.request.get("/signin")
  return answer.headers()["content-security-policy"] ?? ""
}

test("[SEC-1] a strict policy is in the header and in the page: no inline script, no eval", async () => {
  const person = await world.person()
  const page = await person.open("/signin")
  const header = await policyOf(page)
  const meta = (await page.locator("meta[http-equiv=Content-Security-Policy]").getAttribute("content")) ?? ""
  for (const policy of [header, meta]) {
    const directives = new Map(policy.split(/; */).map((part) => [part.split(" ")[0], part.split(" ").slice(1)]))
    expect(directives.get("script-src")).toEqual(["'self'", "'wasm-unsafe-eval'"])
    expect(directives.get("default-src")).toEqual(["'none'"])
    expect(directives.get("style-src")).toEqual(["'self'"])
    expect(directives.get("connect-src")).toEqual(expect.arrayContaining(["http:", "https:", "ws:", "wss:"]))
    expect(directives.get("require-trusted-types-for")).toEqual(["'script'"])
    expect(directives.get("trusted-types")).toEqual(["default"])
  }
  expect(header).toContain("frame-ancestors 'self'")
})

test("[SEC-1] scripts that get into the page do not run, and markup is refused", async () => {
  const person = await world.person()
  const page = await person.context.newPage()
  await page.goto("/signin")
  await heading(page, "Sign in").waitFor()
  const tried = await page.evaluate(async () => {
    // A task of the page: the policy does not apply to a task of the test.
    await new Promise((resolve) => setTimeout(resolve))
    const outcomes: string[] = []
    const attempt = (name: string, act: () => unknown) => {
      try {
        act()
        outcomes.push(`${name} passed`)
      } catch (error) {
        outcomes.push(`${name} ${error instanceof Error ? error.name : "threw"}`)
      }
    }
    attempt("function", () => Reflect.construct(Function, ["return 1"]))
    attempt("html", () => {
      document.createElement("div").innerHTML = "<b>x</b>"
    })
    attempt("worker", () => new Worker("https://elsewhere.example/worker.js"))
    return outcomes
  })
  expect(tried.filter((outcome) => outcome.endsWith("passed"))).toEqual([])
  // The test caused these violations. Every test checks the app for its own ones.
  person.watch.forgive(/./)
})

test("[UX-2][OFFLINE-1] the installed app starts without a network and without the server", async () => {
  const { person, page } = await world.atDevices()
  await installed(page)
  await person.context.setOffline(true)
  await page.close()
  const again = await person.open("/")
  await heading(again, "Devices").waitFor()
  await button(again, "Actions for Workshop bench").waitFor()
  await expect.poll(() => again.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
})
