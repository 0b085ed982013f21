import { Effect } from "effect"
import { afterEach, expect, test, vi } from "vitest"
import { platformLayer } from "../../src/adapters/browser/platform.ts"
import { vaultLayer } from "../../src/adapters/browser/vault.ts"
import { Platform, Vault } from "../../src/domain/ports/platform.ts"

const withVault = <A>(work: (vault: Vault["Service"]) => Effect.Effect<A>) =>
  Effect.runPromise(Effect.provide(Effect.flatMap(Effect.service(Vault), work), vaultLayer))

const [mine, other] = ["https://a.example u1", "https://a.example u10"]

afterEach(async () => {
  vi.restoreAllMocks()
  await withVault((vault) => Effect.all([vault.erase(mine), vault.erase(other)]))
})

test("[AUTH-11] a secret is kept beyond the page by account and reference, and erased with its account alone", async () => {
  await withVault((vault) =>
    Effect.all([vault.put(mine, "r1", "111111"), vault.put(mine, "r2", "222222"), vault.put(other, "r1", "333333")]),
  )
  await withVault((vault) => vault.put(mine, "r2", "444444"))
  const read = (vault: Vault["Service"]) =>
    Effect.all([vault.get(mine, "r1"), vault.get(mine, "r2"), vault.get(other, "r1"), vault.get(other, "r2")])
  expect(await withVault(read)).toEqual(["111111", "444444", "333333", null])
  expect(await withVault((vault) => vault.erase(mine))).toBe(true)
  expect(await withVault(read)).toEqual([null, null, "333333", null])
})

test("[AUTH-11] without a database a code can still be shown while the page lives", async () => {
  vi.spyOn(IDBFactory.prototype, "open").mockImplementation(() => {
    throw new DOMException("denied", "SecurityError")
  })
  const codes = await withVault((vault) =>
    Effect.gen(function* () {
      yield* vault.put(mine, "r1", "111111")
      const kept = yield* vault.get(mine, "r1")
      // The database may hold more codes of the account than the page knows, so the erasure counts as failed.
      expect(yield* vault.erase(mine)).toBe(false)
      return [kept, yield* vault.get(mine, "r1")]
    }),
  )
  expect(codes).toEqual(["111111", null])
})

test("[LAYOUT-6] a listener gets the system's word on the network and on being seen, until it stops", async () => {
  const platform = await Effect.runPromise(Effect.provide(Effect.service(Platform), platformLayer()))
  expect((await Effect.runPromise(platform.surroundings)).isApp).toBe(false)
  expect(Effect.runSync(platform.online)).toBe(navigator.onLine)
  const received: unknown[] = []
  const stopOnline = Effect.runSync(platform.onOnlineChange((online) => received.push(online)))
  const stopVisible = Effect.runSync(platform.onVisibleChange((visible) => received.push({ visible })))
  const tell = () => {
    window.dispatchEvent(new Event("offline"))
    window.dispatchEvent(new Event("online"))
    document.dispatchEvent(new Event("visibilitychange"))
  }
  tell()
  stopOnline()
  stopVisible()
  tell()
  expect(received).toEqual([false, true, { visible: Effect.runSync(platform.visible) }])
})
