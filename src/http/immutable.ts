/** Of an answer that never changes: its caller alone may keep it for good (RFC 8246; RFC 9111, section 5.2.2.7; W6). */
export const IMMUTABLE = { 'Cache-Control': 'private, max-age=31536000, immutable' };
