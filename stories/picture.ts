const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 240"><defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#3f4c7a"/><stop offset=".6" stop-color="#e59a6b"/><stop offset="1" stop-color="#f5d7a3"/></linearGradient></defs><rect width="320" height="240" fill="url(#s)"/><circle cx="214" cy="128" r="26" fill="#fff1cf"/><path d="M0 150c60-12 110 8 160-4s110-6 160 6v88H0z" fill="#2f4a5e"/><path d="M60 176l26-58 4 58zM94 176V128l24 48zM50 182h80l-12 16H62z" fill="#16222c"/></svg>`;

/** A small picture that needs no network. */
export const picture = `data:image/svg+xml,${encodeURIComponent(drawing)}`;
