/**
 * Header fields of an answer that never changes: only its caller's own cache may store it permanently (RFC 8246; RFC
 * 9111, section 5.2.2.7; W6).
 */
export const IMMUTABLE = { 'Cache-Control': 'private, max-age=31536000, immutable' };
