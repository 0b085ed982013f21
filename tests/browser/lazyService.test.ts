import { expect, test } from "vitest"
import { importedOnce } from "../../src/app/lazyService.ts"

test("[AUTH-4] what a person asks is done in the order it was asked in, however the code for it arrives", async () => {
  const loads: PromiseWithResolvers<string>[] = []
  const imported = importedOnce(() => {
    const load = Promise.withResolvers<string>()
    loads.push(load)
    return load.promise
  })
  const done: string[] = []
  const asked = ["begin", "sign in"].map((step) => imported().then(() => done.push(step)))
  for (const { resolve } of loads.toReversed()) {
    resolve("code")
    await Promise.resolve()
  }
  await Promise.all(asked)
  expect(done).toEqual(["begin", "sign in"])
})

test("[UX-2] code that could not be fetched is fetched again for who asks next", async () => {
  let tries = 0
  const imported = importedOnce(async () => {
    tries += 1
    if (tries === 1) throw new Error("no network")
    return "code"
  })
  await expect(imported()).rejects.toThrow("no network")
  expect(await imported()).toBe("code")
  expect(tries).toBe(2)
})
