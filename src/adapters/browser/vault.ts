import { Effect, Layer } from "effect"
import { Vault } from "../../domain/ports/platform.ts"
import { besideTables } from "../storage/beside.ts"

/**
 * Secrets by account, in a database of their own. What the database does not take is kept in memory for as long as
 * the page lives: then a code is shown once and lost with the page.
 */
export const vaultLayer: Layer.Layer<Vault> = Layer.effect(
  Vault,
  Effect.gen(function* () {
    const { secrets } = yield* besideTables()
    const unstored = new Map<string, Map<string, string>>()
    const keepInMemory = (account: string, reference: string, secret: string) => {
      const ofAccount = unstored.get(account) ?? new Map<string, string>()
      unstored.set(account, ofAccount.set(reference, secret))
    }
    return Vault.of({
      put: (account, reference, secret) =>
        Effect.tryPromise(() => secrets.put({ account, reference, secret })).pipe(
          Effect.orElseSucceed(() => keepInMemory(account, reference, secret)),
          Effect.asVoid,
        ),
      get: (account, reference) =>
        Effect.tryPromise(() => secrets.get([account, reference])).pipe(
          Effect.orElseSucceed(() => undefined),
          Effect.map((row) => row?.secret ?? unstored.get(account)?.get(reference) ?? null),
        ),
      erase: (account) =>
        Effect.tryPromise(() => {
          unstored.delete(account)
          return secrets.where("account").equals(account).delete()
        }).pipe(Effect.retry({ times: 1 }), Effect.isSuccess),
    })
  }),
)
