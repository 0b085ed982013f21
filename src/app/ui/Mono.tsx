import type { ComponentProps } from "react"

/** A build, an address or another machine text: monospaced, and from left to right in every language. */
export const Mono = ({ className, ...rest }: Omit<ComponentProps<"bdi">, "dir">) => (
  <bdi {...rest} className={className === undefined ? "mono" : `mono ${className}`} dir="ltr" />
)
