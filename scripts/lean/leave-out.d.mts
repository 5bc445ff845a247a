/** The code without methods and functions in objects that nobody asks for; `seen` are names that others may ask for. */
export function leaveOut(code: string, seen: Set<string>): string;
