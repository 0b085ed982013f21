import fc from "fast-check"
import { expect, test } from "vitest"
import { allPages, pageAt, redirects, routeOf, START, UNKNOWN_ROUTE } from "../../src/domain/values/routes.ts"

test("[ROUTE-2] a page and the pages of its items are recorded by the path of its row, and no path has two rows", () => {
  expect(new Set(allPages.map(({ path }) => path)).size).toBe(allPages.length)
  for (const page of allPages) {
    expect([pageAt(page.path), routeOf(page.path)]).toEqual([page, page.path])
    const item = `${page.path}/an%20item`
    expect(routeOf(item)).toBe(page.item === undefined ? UNKNOWN_ROUTE : page.path)
    expect([`${page.path}/a/b`, `${item}%E0`].map(routeOf)).toEqual(Array(2).fill(UNKNOWN_ROUTE))
    /* The router accepts these spellings of the path too. */
    const alike = [`${page.path}/`, `${page.path}//`, page.path.toUpperCase(), page.path.replace("e", "%65")]
    expect(alike.map(pageAt)).toEqual(Array(4).fill(page))
    /* The home of a page is a page with a link in every window. */
    if (page.home !== undefined) expect(pageAt(page.home)?.link).toBe("all")
  }
  for (const [from, to] of Object.entries(redirects)) expect([routeOf(from), pageAt(to)?.path]).toEqual([from, to])
  expect(routeOf(START)).toBe(START)
})

test("[ROUTE-2] whatever the address is, no word of it is recorded", () => {
  const known = new Set([...allPages.map(({ path }) => path), ...Object.keys(redirects), START, UNKNOWN_ROUTE])
  fc.assert(fc.property(fc.webPath(), (path) => known.has(routeOf(path))))
})
