import { Suspense, use } from "react"
import { createRoot } from "react-dom/client"
import { BrowserRouter, useLocation, useNavigate } from "react-router-dom"
import { afterEach, expect, test } from "vitest"
import { page } from "vitest/browser"
import { useChoice } from "../../src/app/lists/useChoice.ts"

/** The choice of a list and the address of its page (DEVICE-12). */

const before = location.href
const place = document.createElement("div")
const root = createRoot(place)
afterEach(() => {
  root.unmount()
  history.replaceState(null, "", before)
})

const read = (address: URLSearchParams) => ({ status: address.get("status") ?? "all" })
const write = ({ status }: { readonly status: string }) => new URLSearchParams(status === "all" ? {} : { status })

/** Only the list of offline devices is drawn at once. Every other page waits for `drawn`. */
const List = ({ drawn }: { readonly drawn: Promise<void> }) => {
  const { choice, choose } = useChoice(read, write)
  const navigate = useNavigate()
  const { search, hash } = useLocation()
  return (
    <>
      <output>{choice.status}</output>
      <button type="button" onClick={() => navigate({ search, hash: "device" })}>
        Open
      </button>
      <button type="button" onClick={() => choose({ status: "all" })}>
        All
      </button>
      {(hash !== "" || search === "") && <Late drawn={drawn} />}
    </>
  )
}

const Late = ({ drawn }: { readonly drawn: Promise<void> }) => {
  use(drawn)
  return null
}

test("[DEVICE-12] the way back brings the filter that the address names, also when no page between was drawn", async () => {
  const { promise: drawn, resolve: draw } = Promise.withResolvers<void>()
  history.replaceState(null, "", "?status=offline")
  document.body.replaceChildren(place)
  root.render(
    <BrowserRouter>
      <Suspense fallback={<p>Loading</p>}>
        <List drawn={drawn} />
      </Suspense>
    </BrowserRouter>,
  )
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click()
  const shown = page.getByRole("status")
  await expect.element(shown).toHaveTextContent("offline")
  await press("Open")
  await expect.poll(() => location.hash).toBe("#device")
  await press("All")
  await expect.poll(() => location.search).toBe("")
  await expect.element(shown).toHaveTextContent("all")
  history.back()
  await expect.poll(() => location.search).toBe("?status=offline")
  await expect.element(shown).toHaveTextContent("offline")
  draw()
})
