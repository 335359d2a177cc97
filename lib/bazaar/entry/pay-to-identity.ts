/** Addresses are compared per family: EVM in any case, others exactly. */
export const payToIdentity = (network: string, payTo: string): string =>
  network.startsWith('eip155:') ? payTo.toLowerCase() : payTo

export const isBurnAddress = (payTo: string): boolean => /^0x0{36}(0000|dead)$/i.test(payTo)
