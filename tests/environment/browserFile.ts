import { beforeAll } from "vitest"
import { page } from "vitest/browser"
import { unkept } from "../../src/adapters/browser/unkept.ts"
import { close } from "../browser/screenDesk.tsx"

/**
 * Test files of a worker share one page (`isolate: false`), so that each need not load the app again. Each file begins as in a
 * page of its own, whatever the file before it left: no screen, nothing in the page or unkept, a small window, and
 * the focus in this frame.
 */

const SMALL = { width: 414, height: 896 }

beforeAll(async () => {
  close()
  document.body.replaceChildren()
  localStorage.clear()
  for (const { part } of unkept.all()) unkept.clear(part)
  sessionStorage.clear()
  await page.viewport(SMALL.width, SMALL.height)
  window.focus()
})
