const LOOPBACK_HOST = /^(?:localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])(?::[0-9]{1,5})?$/i

/**
 * True when a Host header names this machine. A page that rebinds its own DNS name to 127.0.0.1 still sends that name,
 * so this check keeps it out (SEC-2).
 */
export const isLoopbackHost = (host: string | undefined): boolean => LOOPBACK_HOST.test(host ?? "")
