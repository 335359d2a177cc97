/** The one function of the package that is used; it brings no types. */
declare module 'qrcode' {
  export function create(
    text: string,
    options: { errorCorrectionLevel: 'L' },
  ): { modules: { size: number; data: Uint8Array } }
}
