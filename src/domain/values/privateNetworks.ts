/**
 * The networks that no router forwards to the internet, each with the bits of its prefix (RFC 1918, 3927, 4193, 4291).
 */
export const PRIVATE_NETWORKS = [
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["169.254.0.0", 16],
  ["fc00::", 7],
  ["fe80::", 10],
] as const
