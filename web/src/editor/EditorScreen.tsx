export function EditorScreen(_: object) { return null; }
