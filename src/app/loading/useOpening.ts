import { useEffect, useState } from "react"

/** The longest time that a part of a page waits for the part above it, ms. */
const OPENS_WITHIN_MS = 1_000

/**
 * True while a part that is ready (`isReady`) waits for the part above it (`isAboveReady`), which would push it down a
 * moment later (UX-5). Once shown it stays.
 */
export const useOpening = (isReady: boolean, isAboveReady: boolean, withinMs = OPENS_WITHIN_MS): boolean => {
  const [isOpen, setOpen] = useState(false)
  if (isReady && isAboveReady && !isOpen) setOpen(true)
  useEffect(() => {
    if (!isReady || isOpen) return
    const timer = setTimeout(() => setOpen(true), withinMs)
    return () => clearTimeout(timer)
  }, [isReady, isOpen, withinMs])
  return !isOpen
}
