// SPDX-License-Identifier: CC0-1.0
// Plays any game: keeps its hand and the table, is told all legal answers, and draws one of them.
program Client;

{$mode objfpc}{$H+}

uses
  StrUtils, SysUtils;

type
  TPlay = record
    Name: string;
    Cards: TStringArray;
  end;
  TTable = array of TPlay;

var
  Hand, Legal: TStringArray;
  Table: TTable;

{ Your strategy goes here. Hand is your cards; Table is who played what since the trick, round or turn began; Legal is
  all answers that are allowed, of which you return one. }
function Choose(const Hand: TStringArray; const Table: TTable; const Legal: TStringArray): string;
begin
  Result := Legal[Random(Length(Legal))];
end;

function CardsOf(const Field: string): TStringArray;
begin
  Result := nil;
  if Field <> '-' then
    Result := Field.Split([' ']);
end;

procedure Played(const Name: string; const Cards: TStringArray);
var
  Play: TPlay;
  Card: string;
begin
  Play.Name := Name;
  Play.Cards := Cards;
  Insert(Play, Table, Length(Table));
  if Name = ParamStr(ParamCount) then
    for Card in Cards do
      if IndexStr(Card, Hand) >= 0 then
        Delete(Hand, IndexStr(Card, Hand), 1);
end;

procedure Hear(const Key: string; const Fields: TStringArray);
begin
  case Key of
    'start hand':
      begin
        Hand := nil;
        Table := nil;
      end;
    'start trick', 'start round', 'start turn': Table := nil;
    'cards': Hand := CardsOf(Fields[0]);
    'dealt': Insert(Fields[0], Hand, Length(Hand));
    'played': Played(Fields[0], CardsOf(Fields[1]));
    'choices': Legal := Fields;
  end;
end;

var
  Line: string;
  Words: TStringArray;

begin
  RandSeed := StrToIntDef(GetEnvironmentVariable('REFEREE_SEED'), 0); // the same numbers if the match is played again
  while not EOF do
  begin
    ReadLn(Line);
    Line := Line.Substring(1, Line.Length - Length('||END|')); // what stands between the first bar and the one before END
    Words := Line.Split(['|']);
    if Words[0] = 'QUERY' then
    begin
      WriteLn('|RESPONSE|', Words[1], '|', Choose(Hand, Table, Legal), '|END|');
      Flush(Output);
    end
    else
      Hear(Words[1], Copy(Words, 2, Length(Words)));
  end;
end.
