import { useCallback, useRef, useState } from "react"
import { useLocation, useNavigate, useNavigationType } from "react-router-dom"

/**
 * Marks an address that the page wrote itself. The choice was there before the address, and may have changed since.
 * When a person comes back to the address, the mark does not count.
 */
const WRITTEN_HERE = "chosen"

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
  const [seen, setSeen] = useState(key)
  const [choice, setChoice] = useState(() => read(new URLSearchParams(address)))
  if (seen !== key) {
    setSeen(key)
    if (comesBack || state !== WRITTEN_HERE) setChoice(read(new URLSearchParams(address)))
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
