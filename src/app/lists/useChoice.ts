import { startTransition, useCallback, useEffect, useRef, useState } from "react"
import { useLocation, useNavigate, useNavigationType } from "react-router-dom"

/**
 * Marks an address that the page wrote itself. The choice was there before the address, and may have changed since.
 * When a person comes back to the address, the mark does not count.
 */
const WRITTEN_HERE = "chosen"

/**
 * Counts the ways back and forward. The router draws a new address late: a busy page may draw none of the pages between,
 * and then sees the same address as before. The count changes together with the address.
 */
const useReturns = (): number => {
  const [returns, setReturns] = useState(0)
  useEffect(() => {
    const count = () => startTransition(() => setReturns((before) => before + 1))
    addEventListener("popstate", count)
    return () => removeEventListener("popstate", count)
  }, [])
  return returns
}

/**
 * The choice of filters lives in the address, so that it survives a reload and can be linked to. The router may show a
 * new address late. To lose no choice meanwhile, the page keeps its own, and adopts that of an address that it did not
 * write. `read` and `write` must be the same functions on every render.
 */
export const useChoice = <Choice extends object>(
  read: (address: URLSearchParams) => Choice,
  write: (choice: Choice) => URLSearchParams,
) => {
  const { search: address, state, key } = useLocation()
  const comesBack = useNavigationType() === "POP"
  const navigate = useNavigate()
  const returns = useReturns()
  const [seen, setSeen] = useState({ key, returns })
  const [choice, setChoice] = useState(() => read(new URLSearchParams(address)))
  if (seen.key !== key || seen.returns !== returns) {
    setSeen({ key, returns })
    if (comesBack || seen.returns !== returns || state !== WRITTEN_HERE) setChoice(read(new URLSearchParams(address)))
  }
  const latest = useRef(choice)
  latest.current = choice
  const choose = useCallback(
    (part: Partial<Choice>) => {
      latest.current = { ...latest.current, ...part }
      setChoice(latest.current)
      navigate({ search: write(latest.current).toString() }, { replace: true, state: WRITTEN_HERE })
    },
    [navigate, write],
  )
  return { choice, choose }
}
