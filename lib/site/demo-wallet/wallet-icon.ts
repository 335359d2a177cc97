const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#5b3fa0"/>
<path d="M6 23V9M6 20L26 10" stroke="#fff" stroke-width="3" stroke-linecap="round" fill="none"/></svg>`

export const walletIcon = `data:image/svg+xml;base64,${btoa(drawing)}` as const
