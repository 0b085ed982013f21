import fc from "fast-check"
import { expect, test } from "vitest"
import { BARS, delayGraph } from "../../src/app/viewer/delays.ts"

const heights = (path: string) => [...path.matchAll(/v-(\d+)/g)].map(([, height]) => Number(height))

test("[SCREEN-7] whatever the delays, each of the last 60 has its bar within the graph, and the figures are theirs", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 90 }), (delays) => {
      const graph = delayGraph(delays)
      if (graph === null) throw new Error("there is no graph")
      const shown = delays.slice(-BARS)
      expect([graph.least, graph.most]).toEqual([Math.min(...shown), Math.max(...shown)])
      expect(shown.filter((ms) => ms <= graph.median).length).toBeGreaterThan(shown.length / 2 - 1)
      const bars = [...heights(graph.short), ...heights(graph.long), ...heights(graph.latest)]
      expect(bars).toHaveLength(shown.length)
      expect(Math.max(...bars)).toBeLessThanOrEqual(72)
      expect(Math.min(...bars)).toBeGreaterThanOrEqual(1)
    }),
  )
})

test("[SCREEN-7] before the first delay there is nothing to show, and a long one doubles the scale until it fits", () => {
  expect(delayGraph([])).toBe(null)
  expect([delayGraph([50])?.scale, delayGraph([51])?.scale, delayGraph([10, 401])?.scale]).toEqual([50, 100, 800])
})
