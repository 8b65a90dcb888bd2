/** An answer without the members that every answer has. */
export type AnswerMembers<Answer> = Omit<Answer, 'result' | 'buildNumber' | 'timestamp' | 'ndc'>
