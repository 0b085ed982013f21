import fc from "fast-check"
import { afterAll, beforeAll, expect, test } from "vitest"
import { withoutSecrets } from "../../emulator/node/journal.ts"
import { md5, otherThan } from "./actors.ts"
import { type RunningEmulation, start } from "./server.ts"

let running: RunningEmulation
beforeAll(async () => {
  running = await start()
})
afterAll(() => running.close())

const hex = fc.stringMatching(/^[0-9a-f]{32}$/)
const code = fc.stringMatching(/^[0-9]{6}$/)

/** Puts a value somewhere into a structure. */
const somewhere = (secret: fc.Arbitrary<string>): fc.Arbitrary<readonly [secret: string, body: unknown]> =>
  fc.tuple(secret, fc.array(fc.string({ maxLength: 8 }), { maxLength: 5 })).map(([value, path]) => {
    const body = path.reduceRight<unknown>((inner, key) => (key.length % 2 === 0 ? [inner] : { [key]: inner }), value)
    return [value, body] as const
  })

test("[SEC-2] hashes and codes stay out of the journal wherever they stand in a body", () => {
  fc.assert(
    fc.property(somewhere(fc.oneof(hex, code)), ([secret, body]) => {
      expect(JSON.stringify(withoutSecrets(body))).not.toContain(secret)
    }),
  )
})

test("[SEC-2] fields with a secret's name stay out whatever they hold", () => {
  const fields = fc.constantFrom(
    ...["token", "updateToken", "password", "newpassword", "code", "verificationcode", "invitationCode", "passcode"],
  )
  fc.assert(
    fc.property(fields, fc.uuid(), (field, secret) => {
      const kept = JSON.stringify(withoutSecrets({ payload: { [field]: [secret] }, [field]: secret, title: "Kept" }))
      expect(kept).not.toContain(secret)
      expect(kept).toContain("Kept")
    }),
  )
})

test("[SEC-2] huge and deep bodies are kept short", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), (size) => {
      let deep: unknown = "end"
      for (let depth = 0; depth < 200; depth++) deep = { deep, wide: Array.from({ length: 50 }, () => "x") }
      const kept = JSON.stringify(withoutSecrets({ long: "a".repeat(size), deep }))
      expect(kept.length).toBeLessThan(3_000)
    }),
    { numRuns: 20 },
  )
})

test("[SEC-2] no secret of a real session is in the journal", async () => {
  const owner = await running.signIn()
  const secrets = [owner.token, md5("owner@example.com"), md5("sightline")]
  const { token } = await (await owner.post("update_email", { newEmail: "fresh@example.com" })).json()
  const sent = running.emulation.world().mail("fresh@example.com")[0]?.code ?? ""
  await owner.post("confirm_email_change", { code: otherThan(sent), updateToken: token })
  await owner.post("confirm_email_change", { code: sent, updateToken: token })
  const invited = { email: "p@example.com", name: "P", invitedBy: "Studio Nord", link: "http://x/invitation" }
  const { code: invitationCode } = await (await owner.post("send_invitation", invited)).json()
  await (await running.signIn("sub@example.com")).post("accept_invitation", { invitationCode })
  const text = JSON.stringify(await running.requests())
  for (const secret of [...secrets, token, sent, invitationCode]) expect(text).not.toContain(secret)
  expect(text).toContain("p@example.com")
})
