import { Effect, Layer } from "effect"
import type { StoreError } from "../../domain/ports/eventStore.ts"
import { Vault } from "../../domain/ports/platform.ts"
import { type BesideNames, besideTables, type SecretRow } from "../storage/beside.ts"
import { unkept } from "./unkept.ts"

/**
 * Secrets by account, in their own database, together with the frames of screens that the account viewed (PICTURE-3). A
 * value that the database does not take stays in memory while the page lives: a code is then shown once and lost with
 * the page, and the app shows that to the person.
 */
export const vaultAt = (place: BesideNames = {}): Layer.Layer<Vault> =>
  Layer.effect(
    Vault,
    Effect.gen(function* () {
      const beside = yield* besideTables(place)
      const run = Effect.runForkWith(yield* Effect.context<never>())
      const unstored = new Map<string, SecretRow>()
      const nameOf = ({ account, reference }: Omit<SecretRow, "secret">) => JSON.stringify([account, reference])
      const note = ({ reason }: StoreError) => Effect.sync(() => unkept.note("codes", reason, keepAgain))
      const dropped = (names: readonly string[]) => {
        const isAny = names.filter((name) => unstored.delete(name)).length > 0
        if (isAny && unstored.size === 0) unkept.clear("codes")
      }
      const put = (row: SecretRow) =>
        beside("secrets", "rw", (secrets) => secrets.put(row)).pipe(
          Effect.matchEffect({
            onSuccess: () => Effect.sync(() => dropped([nameOf(row)])),
            onFailure: (error) => {
              unstored.set(nameOf(row), row)
              return note(error)
            },
          }),
        )
      const keepAgain = () => void run(Effect.forEach([...unstored.values()], put, { discard: true }))
      return Vault.of({
        put: (account, reference, secret) => put({ account, reference, secret }),
        get: (account, reference) => {
          const known = unstored.get(nameOf({ account, reference }))
          if (known !== undefined) return Effect.succeed(known.secret)
          return beside("secrets", "r", (secrets) => secrets.get([account, reference])).pipe(
            Effect.tapError(note),
            Effect.orElseSucceed(() => undefined),
            Effect.map((row) => row?.secret ?? null),
          )
        },
        erase: (account) =>
          Effect.suspend(() => {
            dropped([...unstored].flatMap(([name, row]) => (row.account === account ? [name] : [])))
            const secrets = beside("secrets", "rw", (all) => all.where("account").equals(account).delete())
            const frames = beside("frames", "rw", (all) => all.where("account").equals(account).delete())
            const erased = Effect.andThen(secrets, frames)
            return Effect.isSuccess(Effect.catch(erased, () => erased))
          }),
      })
    }),
  )

export const vaultLayer = vaultAt()
